import type { Client } from '@gridloom/client/calls'
import type { MissionClaimId, MissionId } from '@gridloom/contract/core/ids'
import type {
  ClaimDecision,
  MissionChange,
  MissionClaimState,
  MissionSettings,
  OperatorMission,
} from '@gridloom/contract/missions/mission'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

export function operatorMissionsQuery(client: Client) {
  return queryOptions({
    queryKey: [...operatorKeys.missions, 'list'],
    queryFn: ({ signal }) => client.missions.list({ signal }),
  })
}

export function claimsQuery(
  client: Client,
  query: { state: MissionClaimState | 'open'; page: number },
) {
  return queryOptions({
    queryKey: [...operatorKeys.missions, 'claims', query],
    queryFn: ({ signal }) => client.missions.claims({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function missionSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: [...operatorKeys.missions, 'settings'],
    queryFn: ({ signal }) => client.missions.settings({ signal }),
  })
}

/** All terms of a mission. */
export type MissionTerms = Required<MissionChange>

/** Creates a draft, or changes a mission: of a published one, this is a new version. */
export function useSaveMission(mission: OperatorMission | undefined) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: MissionTerms) =>
      mission === undefined
        ? client.missions.create({ body })
        : client.missions.edit({ params: { id: mission.id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.missions }),
  })
}

/** Publishes a draft, or ends a mission. */
export function useMissionStep(step: 'publish' | 'end') {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (id: MissionId) => client.missions[step]({ params: { id } }),
    onSuccess: ({ title }) => {
      const message = step === 'publish' ? `${title} is published` : `${title} ends`
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.missions })
    },
  })
}

/** Releases, rejects or takes back a claim. */
export function useDecideClaim() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, ...body }: ClaimDecision & { id: MissionClaimId }) =>
      client.missions.decide({ params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.missions }),
  })
}

export function useChangeMissionSettings() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: MissionSettings) => client.missions.changeSettings({ body }),
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Saved. The bounds apply to claims from now on.' })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.missions })
    },
  })
}

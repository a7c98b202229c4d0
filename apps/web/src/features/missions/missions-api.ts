import type { Client } from '@gridloom/client/calls'
import type { MissionClaimId, MissionId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/query-keys.ts'
import { useClient, useToasts } from '../../api/runtime.tsx'

const refreshMs = 30_000

/** Fetches the missions of the account with their progress, again every 30 s. */
export function missionsQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.missions, 'current'],
    queryFn: ({ signal }) => client.missions.current({ signal }),
    refetchInterval: refreshMs,
  })
}

export function missionHistoryQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: [...keys.missions, 'history', page],
    queryFn: ({ signal }) => client.missions.history({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Claims the reward of the current mission, and fetches the current one and the history again. */
export function useClaimMission() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.missions.claim(),
    onSuccess: ({ state }) => {
      toasts.show({
        type: 'success',
        message:
          state === 'held'
            ? 'Your claim is under review. The history says how it ends.'
            : 'Reward claimed successfully',
      })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.missions }),
        queryClient.invalidateQueries({ queryKey: keys.rewards }),
      ]),
  })
}

/** Sends why a claim should be paid. */
export function useAppealClaim() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, text }: { id: MissionClaimId; text: string }) =>
      client.missions.appeal({ params: { id }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.missions }),
  })
}

/** Makes a mission the current one. */
export function useStartMission() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: MissionId) => client.missions.start({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.missions }),
  })
}

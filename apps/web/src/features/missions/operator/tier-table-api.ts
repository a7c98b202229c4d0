import type { Client } from '@gridloom/client/calls'
import type { TierTable } from '@gridloom/contract/tiers/tier'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Fetches the tiers, lowest first. */
export function tierTableQuery(client: Client) {
  return queryOptions({
    queryKey: [...operatorKeys.missions, 'tiers'],
    queryFn: ({ signal }) => client.tiers.table({ signal }),
  })
}

export function useChangeTierTable() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (tiers: TierTable) => client.tiers.changeTable({ body: { tiers } }),
    onSuccess: async () => {
      toasts.show({ type: 'success', message: 'Saved. The tiers apply to everybody from now on.' })
      await queryClient.invalidateQueries({ queryKey: operatorKeys.missions })
      await queryClient.invalidateQueries({ queryKey: keys.missions })
    },
  })
}

import type { Client } from '@gridloom/client/calls'
import type { Flow } from '@gridloom/contract/accounts/flow'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the tier of the account, with its points. */
export function tierQuery(client: Client) {
  return queryOptions({
    queryKey: [...keys.missions, 'tier'],
    queryFn: ({ signal }) => client.tiers.status({ signal }),
  })
}

/** Stores what the user came for, and fetches the missions that are then for them. */
export function useChangeFlow() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (flow: Flow) => client.accounts.changeFlow({ body: { flow } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.missions }),
  })
}

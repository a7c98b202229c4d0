import type { Client } from '@gridloom/client/calls'
import type { ReconciliationsPage } from '@gridloom/contract/reconciliation/reconciliation'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../api/runtime.tsx'
import { operatorKeys } from '../../shared/operator/operator-keys.ts'

const firstPage: string | null = null

/** Fetches runs of the ledger check newest first, page by page. */
export function reconciliationsQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: operatorKeys.reconciliations,
    queryFn: ({ signal, pageParam: cursor }) =>
      client.reconciliation.list({ query: cursor === null ? {} : { cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next_cursor: next }: ReconciliationsPage) => next,
    staleTime: 0,
  })
}

/** Runs the ledger check now. */
export function useRunReconciliation() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: () => client.reconciliation.run(),
    onSuccess: ({ state }) => {
      if (state === 'clean')
        toasts.show({ type: 'success', message: 'Ledger check: no differences' })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.reconciliations })
    },
  })
}

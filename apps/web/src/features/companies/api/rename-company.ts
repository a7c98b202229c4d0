import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Renames a company. The details contain the name of the active company, so they are refetched too. */
export function useRenameCompany(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: { name: string }) => client.companies.rename({ params: { id }, body }),
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `Company renamed to ${name}` })
      return queryClient.invalidateQueries({ queryKey: keys.details })
    },
  })
}

import type { Member } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Removes a member; the API keys that they created for the company are revoked. */
export function useRemoveMember(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ account_id }: Member) =>
      client.companies.removeMember({ params: { id, account_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.details }),
  })
}

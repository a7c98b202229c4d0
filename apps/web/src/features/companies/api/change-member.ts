import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'

interface RoleChange {
  accountId: AccountId
  role: CompanyRole
}

/** Gives a member another role; the server says why it may not be. */
export function useChangeMember(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ accountId, role }: RoleChange) =>
      client.companies.changeMember({ params: { id, account_id: accountId }, body: { role } }),
    onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
    // One's own role may be the one that changed, and the lists show it too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.details }),
  })
}

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

/** Changes a member's role; a refusal by the server is shown as a toast. */
export function useChangeMember(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ accountId, role }: RoleChange) =>
      client.companies.changeMember({ params: { id, account_id: accountId }, body: { role } }),
    onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
    // The user's own role may have changed, which the details and the lists contain too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.details }),
  })
}

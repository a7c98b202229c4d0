import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

interface RoleChange {
  accountId: AccountId
  role: CompanyRole
}

/** Changes a member's role. */
export function useChangeMember(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ accountId, role }: RoleChange) =>
      client.companies.changeMember({ params: { id, account_id: accountId }, body: { role } }),
    // The user's own role may have changed, which the details and the lists contain too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.details }),
  })
}

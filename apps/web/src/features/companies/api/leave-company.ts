import type { Member } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { dropCompany } from './drop-company.ts'

/** Leaves a company; the API keys that the user created for it are revoked. */
export function useLeaveCompany(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ account_id }: Member) =>
      client.companies.removeMember({ params: { id, account_id } }),
    onSuccess: () => dropCompany(queryClient, id),
  })
}

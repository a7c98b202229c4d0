import type { Invitation } from '@gridloom/contract/companies/company'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Withdraws an invitation. */
export function useWithdrawInvitation() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, company_id }: Invitation) =>
      client.companies.withdrawInvitation({ params: { id: company_id, invitation_id: id } }),
    onSuccess: (_nothing, { company_id: id }) =>
      queryClient.invalidateQueries({ queryKey: companyKeys.overview(id) }),
  })
}

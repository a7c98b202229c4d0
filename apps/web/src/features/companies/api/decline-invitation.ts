import type { Invitation } from '@gridloom/contract/companies/company'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Declines an invitation. */
export function useDeclineInvitation() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: Invitation) => client.companies.declineInvitation({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: companyKeys.invitations }),
  })
}

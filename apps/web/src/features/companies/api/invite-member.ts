import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Invites the holder of an email address; an email is sent. */
export function useInviteMember(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: { email: string; role: CompanyRole }) =>
      client.companies.invite({ params: { id }, body }),
    onSuccess: ({ email }) => {
      toasts.show({ type: 'success', message: `Invitation sent to ${email}` })
      return queryClient.invalidateQueries({ queryKey: companyKeys.overview(id) })
    },
  })
}

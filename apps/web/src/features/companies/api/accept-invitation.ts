import type { Invitation } from '@gridloom/contract/companies/company'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Accepts an invitation, which makes the user a member of the company. */
export function useAcceptInvitation() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ id }: Invitation) => client.companies.acceptInvitation({ params: { id } }),
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `You joined ${name}` })
      return queryClient.invalidateQueries({ queryKey: keys.details })
    },
  })
}

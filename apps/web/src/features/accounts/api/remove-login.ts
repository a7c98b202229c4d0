import type { Login } from '@gridloom/contract/auth/login-provider'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Disconnects a sign-in provider; the server refuses to remove the last sign-in method. */
export function useRemoveLogin() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: Login) => client.auth.removeLogin({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.logins }),
  })
}

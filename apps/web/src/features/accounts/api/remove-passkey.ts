import type { Passkey } from '@gridloom/contract/auth/passkey'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Removes a passkey; the server refuses to remove the last sign-in method. */
export function useRemovePasskey() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: Passkey) => client.auth.removePasskey({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.passkeys }),
  })
}

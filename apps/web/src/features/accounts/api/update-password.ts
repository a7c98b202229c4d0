import type { NewPassword } from '@gridloom/contract/auth/credentials'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Sets a new password, which ends every other session. */
export function useUpdatePassword() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: Omit<NewPassword, 'otp'>) => client.auth.updatePassword({ body }),
    onSuccess: () => {
      toasts.show({ type: 'success', message: 'Password has been updated successfully!' })
      return queryClient.invalidateQueries({ queryKey: keys.details })
    },
  })
}

import type { User } from '@gridloom/contract/operator/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

interface Suspension {
  user: User
  /** Emailed to its owner. */
  reason: string
}

/** Suspends an account. */
export function useSuspendUser() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ user, reason }: Suspension) =>
      client.operator.suspend({ params: { id: user.account_id }, body: { reason } }),
    onSuccess: ({ username }) => {
      toasts.show({ type: 'success', message: `${username} was suspended` })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.users })
    },
  })
}

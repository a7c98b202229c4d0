import type { User } from '@gridloom/contract/operator/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Marks an account as an ambassador, or removes the mark. */
export function useSetAmbassador() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: ({ account_id: id, is_kol }: User) =>
      client.operator.setAmbassador({ params: { id }, body: { is_kol: !is_kol } }),
    onSuccess: ({ username, is_kol }) => {
      const message = is_kol
        ? `${username} is an ambassador`
        : `${username} is no longer an ambassador`
      toasts.show({ type: 'success', message })
      return queryClient.invalidateQueries({ queryKey: operatorKeys.users })
    },
  })
}

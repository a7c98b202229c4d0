import type { User } from '@gridloom/contract/operator/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Restores a suspended account. */
export function useRestoreUser() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ account_id: id }: User) => client.operator.restore({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.users }),
  })
}

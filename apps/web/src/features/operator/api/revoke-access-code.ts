import type { AccessCode } from '@gridloom/contract/operator/access-code'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

/** Revokes an access code; accounts that used it keep their access. */
export function useRevokeAccessCode() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: AccessCode) => client.operator.revokeAccessCode({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.accessCodes }),
  })
}

import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { operator } from '@gridloom/contract/operator/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

export type NewAccessCode = BodyInput<typeof operator.makeAccessCode>

/** Creates an access code. The response is the only time that it can be read, and is not cached. */
export function useMakeAccessCode() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (body: NewAccessCode) => client.operator.makeAccessCode({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: operatorKeys.accessCodes }),
  })
}

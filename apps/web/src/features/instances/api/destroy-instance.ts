import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Destroys an instance with its disk. The dialog that asked for confirmation shows an error. */
export function useDestroyInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.instances.destroy({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Starts a stopped instance again on its disk. The response updates every view of the instance. */
export function useStartInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.instances.start({ params: { id } }),
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Stops an instance; its disk is kept at the stopped price. The response updates every view of the instance. */
export function useStopInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.instances.stop({ params: { id } }),
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

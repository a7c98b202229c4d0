import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Stops an instance and starts it again. The response updates every view of the instance. */
export function useRestartInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.instances.restart({ params: { id } }),
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Lets no rule stop an instance for the next minutes. The response updates every view of it. */
export function usePostponeStop(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (minutes: number) =>
      client.instances.postponeStop({ params: { id }, body: { minutes } }),
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

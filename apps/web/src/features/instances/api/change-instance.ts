import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Changes the label or the note of an instance. The response updates every view of it. */
export function useChangeInstance(id: InstanceId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: ChangeInstance) => client.instances.change({ params: { id }, body }),
    onSuccess: (instance) => keepInstance(queryClient, instance),
  })
}

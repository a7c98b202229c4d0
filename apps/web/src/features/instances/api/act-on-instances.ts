import type { InstanceActions } from '@gridloom/contract/instances/actions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepInstance } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Takes one action on several instances. Each result updates every view of its instance. */
export function useActOnInstances() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: InstanceActions) => client.instances.act({ body }),
    onSuccess: ({ results }) => {
      for (const { instance } of results) if (instance !== null) keepInstance(queryClient, instance)
    },
  })
}

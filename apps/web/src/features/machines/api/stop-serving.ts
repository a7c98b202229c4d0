import type { MachineId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Stops serving a model; answers in progress are finished. */
export function useStopServing(id: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (model: ModelId) => client.models.stopServing({ params: { id, model } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.models }),
  })
}

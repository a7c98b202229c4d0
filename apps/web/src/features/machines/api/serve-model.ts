import type { MachineId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeOrder } from '@gridloom/contract/models/serving'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Starts to serve a model, or changes how it is served; answers in progress keep their price. */
export function useServeModel(id: MachineId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ model, order }: { model: ModelId; order: ServeOrder }) =>
      client.models.serve({ params: { id, model }, body: order }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.models }),
  })
}

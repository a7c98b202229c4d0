import type { MachineId } from '@gridloom/contract/ids'
import type { ModelId, ServeOrder } from '@gridloom/contract/models'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../lib/api/keys.ts'
import { useClient } from '../../../lib/runtime.tsx'

/** Has a machine serve a model, or changes how it does; answers under way keep the price they began with. */
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

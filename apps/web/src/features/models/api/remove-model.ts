import type { ModelId } from '@gridloom/contract/models/model-id'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Removes a model from the catalogue; rejected while a machine serves it. */
export function useRemoveModel() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (model: ModelId) => client.models.remove({ params: { model } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.models }),
  })
}

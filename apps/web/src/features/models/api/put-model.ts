import type { NewModel } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Adds a model to the catalogue, or edits it. */
export function usePutModel() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, model }: { id: ModelId; model: NewModel }) =>
      client.models.put({ params: { model: id }, body: model }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.models }),
  })
}

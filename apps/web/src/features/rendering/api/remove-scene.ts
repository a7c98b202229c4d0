import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Deletes a scene and its file; refused while a job of it is under way. */
export function useRemoveScene() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RenderScene) => client.rendering.removeScene({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.renders }),
  })
}

import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Deletes a scene and its file; rejected while one of its jobs is in progress. */
export function useRemoveScene() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: RenderScene) => client.rendering.removeScene({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.renders }),
  })
}

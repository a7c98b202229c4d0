import type { RenderSceneId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Makes a draft of a scene, with the settings that its file has. */
export function useCreateJob() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (scene: RenderSceneId) => client.rendering.create({ body: { scene_id: scene } }),
    // @NOTE asked anew in the background: what fails to load says so where it is shown
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keys.renders }),
  })
}

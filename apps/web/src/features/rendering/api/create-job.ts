import type { RenderSceneId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

interface NewJob {
  scene: RenderSceneId
  project: string | undefined
}

/** Creates a draft from a scene, with the settings of its file, booked to a project. */
export function useCreateJob() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ scene, project }: NewJob) =>
      client.rendering.create({
        body: { scene_id: scene, ...(project !== undefined && { project }) },
      }),
    // @NOTE refetched in the background: a failure is shown where the data is used
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keys.renders }),
  })
}

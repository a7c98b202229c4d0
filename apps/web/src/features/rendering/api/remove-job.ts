import type { RenderJob } from '@gridloom/contract/rendering/job'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Deletes a job that is not in progress, with all its pictures. */
export function useRemoveJob() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId: id }: RenderJob) => client.rendering.remove({ params: { id } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (_, { taskId }) => {
      queryClient.removeQueries({ queryKey: keys.renderJob(taskId) })
      void queryClient.invalidateQueries({ queryKey: keys.renderScenes })
      return queryClient.invalidateQueries({ queryKey: keys.renderLists })
    },
  })
}

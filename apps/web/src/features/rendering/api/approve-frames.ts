import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Approves frames; those whose pay is held are charged at the shown price. */
export function useApproveFrames({ taskId: id }: Pick<RenderJob, 'taskId'>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (chosen: readonly RenderFrame[]) => {
      const frames = chosen.map(({ number }) => number)
      const held_micro_usd = chosen.reduce((sum, frame) => sum + frame.held_micro_usd, 0)
      return client.rendering.approve({ params: { id }, body: { frames, held_micro_usd } })
    },
    onSuccess: (job) => keepRenderJob(queryClient, job),
    onError: () => queryClient.invalidateQueries({ queryKey: keys.renderJob(id) }),
  })
}

import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Rejects frames, which are rendered again elsewhere. The dialog shows the error. */
export function useRejectFrames(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (frames: number[]) => client.rendering.reject({ params: { id }, body: { frames } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

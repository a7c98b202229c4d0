import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Puts failed frames back into the queue: the given ones, or all. */
export function useRetryFrames(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (frames: number[] | undefined) =>
      client.rendering.retry({ params: { id }, body: frames ? { frames } : {} }),
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

import type { RenderJobId } from '@gridloom/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../lib/live/keep.ts'
import { useClient } from '../../../lib/runtime.tsx'

/** Says that frames are good. */
export function useApproveFrames(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (frames: number[]) =>
      client.rendering.approve({ params: { id }, body: { frames } }),
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Has frames rendered again elsewhere. The dialog that asked shows what goes wrong. */
export function useRejectFrames(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (frames: number[]) => client.rendering.reject({ params: { id }, body: { frames } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

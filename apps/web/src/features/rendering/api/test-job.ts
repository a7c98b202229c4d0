import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Renders a test frame, for a look and an estimate. The panel shows the error. */
export function useTestJob(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (frame: number) => client.rendering.test({ params: { id }, body: { frame } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

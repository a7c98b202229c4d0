import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJobChange } from '@gridloom/contract/rendering/job'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Changes settings, budget or priority. The form shows the error. */
export function useChangeJob(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: RenderJobChange) =>
      client.rendering.change({ params: { id }, body: change }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Stops assigning frames; those in progress are finished. */
export function usePauseJob(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.rendering.pause({ params: { id } }),
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

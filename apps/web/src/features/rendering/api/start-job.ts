import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Renders all frames at the shown prices within a budget, all of which is put on hold. The panel shows the error. */
export function useStartJob({ taskId: id, frame_micro_usd_max: most }: RenderJob) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (budgetMicroUsd: MicroUsd) =>
      client.rendering.start({
        params: { id },
        body: {
          budget_micro_usd: budgetMicroUsd,
          ...(most === null ? {} : { frame_micro_usd_max: most }),
        },
      }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
    onError: () => queryClient.invalidateQueries({ queryKey: keys.renderJob(id) }),
  })
}

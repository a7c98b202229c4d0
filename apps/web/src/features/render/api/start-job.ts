import type { RenderJobId } from '@gridloom/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../lib/live/keep.ts'
import { useClient } from '../../../lib/runtime.tsx'

/** Renders all frames within a budget, which is set aside whole. The panel shows what goes wrong. */
export function useStartJob(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (budgetMicroUsd: number) =>
      client.rendering.start({ params: { id }, body: { budget_micro_usd: budgetMicroUsd } }),
    meta: { problem: 'shown-in-place' },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}

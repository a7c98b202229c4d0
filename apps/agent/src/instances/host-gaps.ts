import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import type { Isolation } from './egress/apply.ts'
import { resourceViews } from './resource-views.ts'

/** What the isolation of containers lacks on this machine, beside the engine's own part. */
export async function hostGaps({ kind }: Isolation): Promise<IsolationGap[]> {
  const views = await resourceViews()
  return [
    ...(kind === 'full' ? [] : (['egress'] as const)),
    ...(views.length > 0 ? [] : (['resource_views'] as const)),
  ]
}

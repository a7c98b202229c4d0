import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import type { Isolation } from './egress/apply.ts'
import { resourceViews } from './resource-views.ts'

/** Returns the isolation gaps of this machine, other than those of its engine. */
export async function hostGaps({ kind }: Isolation): Promise<IsolationGap[]> {
  const views = await resourceViews()
  return [
    ...(kind === 'full' ? [] : (['egress'] as const)),
    ...(views.length > 0 ? [] : (['resource_views'] as const)),
  ]
}

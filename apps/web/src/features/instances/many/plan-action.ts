import type { InstanceAction } from '@gridloom/contract/instances/actions'
import type { Instance } from '@gridloom/contract/instances/instance'
import { formatPerHour } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { possibleActions } from '../instance-actions.ts'

/** What an action on the selected instances does. */
export interface ActionPlan {
  /** Those that it changes. */
  affected: readonly Instance[]
  /** Those that it leaves as they are, as their state does not allow it. */
  skipped: readonly Instance[]
  /** What happens, and what it costs. */
  text: string
}

/** Plans an action on instances in their present states; the server decides. */
export function planAction(action: InstanceAction, selected: readonly Instance[]): ActionPlan {
  const affected = selected.filter((instance) => possibleActions(instance)[action])
  const skipped = selected.filter((instance) => !affected.includes(instance))
  return { affected, skipped, text: textOf(action, affected) }
}

function textOf(action: InstanceAction, instances: readonly Instance[]): string {
  const count = plural(instances.length, 'instance')
  const running = sumOf(instances, (one) => one.running_micro_usd_per_hour)
  const stopped = sumOf(instances, (one) => one.stopped_micro_usd_per_hour)
  const diskGb = sumOf(instances, (one) => one.disk_gb)
  switch (action) {
    case 'start':
      return `Starts ${count} for ${formatPerHour(running)} in all. Each needs free slots on its machine and funds for its first hold.`
    case 'stop':
      return `Stops ${count}. Their disks are kept for ${formatPerHour(stopped)} in all, instead of ${formatPerHour(running)}.`
    case 'restart':
      return `Restarts ${count}. The price stays ${formatPerHour(running)} in all; programs that run in them end.`
    case 'destroy':
      return `Permanently deletes ${count} with ${diskGb} GB of disks, logs and metrics. This can’t be undone. Receipts are kept, and charges end.`
  }
}

function sumOf(instances: readonly Instance[], read: (instance: Instance) => number): number {
  return instances.reduce((sum, instance) => sum + read(instance), 0)
}

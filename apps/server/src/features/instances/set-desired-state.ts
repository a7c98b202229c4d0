import type { DesiredState } from '@gridloom/contract/instances/instance'
import { canMove } from '@gridloom/domain/instance-states'
import type { Updateable } from 'kysely'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { updateInstance } from './instances-store.ts'
import { publishInstance } from './publish-instance.ts'
import type { InstanceRow, InstancesTable } from './schema.ts'

/**
 * Sets the desired state of an instance, as a new generation, and publishes the change. An instance that is up, or on
 * its way up, shows as `stopping` from then on if a stop or destruction is desired.
 */
export async function setDesiredState(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  row: InstanceRow,
  change: Updateable<InstancesTable> & { desired: DesiredState },
): Promise<InstanceRow> {
  const updated = await updateInstance(tx, row.id, {
    ...windingDown(row, change.desired),
    ...askedToEnd(row, change.desired, ctx.clock.now()),
    ...change,
    // A machine that has seen a later generation (a database restored from yesterday) would ignore an earlier one.
    generation: Math.max(row.generation, row.observed_generation) + 1,
  })
  await recordInstanceEvents(ctx, tx, { before: row, after: updated })
  await publishInstance(tx, row.account_id, row.id)
  return updated
}

/** Returns the times of the first request to stop and to destroy; its machine earns nothing after them. */
function askedToEnd(row: InstanceRow, desired: DesiredState, now: Date) {
  if (desired === 'running') {
    return { stop_asked_at: null, stop_waited_ms: 0, stop_overdue_at: null }
  }
  const stopAskedAt = row.stop_asked_at ?? now
  if (desired === 'stopped') return { stop_asked_at: stopAskedAt }
  return { stop_asked_at: stopAskedAt, destroy_asked_at: row.destroy_asked_at ?? now }
}

function windingDown(row: InstanceRow, desired: DesiredState) {
  const unreachable = row.state === 'failed' || row.state === 'lost'
  if (desired === 'running' || unreachable || !canMove(row.state, 'stopping')) return {}
  return { state: 'stopping', ready: false, progress: null } as const
}

import type { DesiredState } from '@gridloom/contract/instances'
import { canMove } from '@gridloom/domain/instance-states'
import type { Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import { updateInstance } from './instances-store.ts'
import type { InstanceRow, InstancesTable } from './schema.ts'

/**
 * Records that something else is wanted of an instance: a new generation, told to whoever watches. One that is up, or on
 * its way, and is to end shows as `stopping` from here on; its use is metered by the machine's count all the same.
 */
export async function want(
  tx: Tx,
  row: InstanceRow,
  change: Updateable<InstancesTable> & { desired: DesiredState },
): Promise<InstanceRow> {
  const wanted = await updateInstance(tx, row.id, {
    ...windingDown(row, change.desired),
    ...change,
    // A machine that knows a later one (a database restored from yesterday) would ignore an earlier one.
    generation: Math.max(row.generation, row.observed_generation) + 1,
  })
  await tx.tell({ topic: 'instance', accountId: row.account_id, subject: row.id })
  return wanted
}

function windingDown(row: InstanceRow, desired: DesiredState) {
  const unreachable = row.state === 'failed' || row.state === 'lost'
  if (desired === 'running' || unreachable || !canMove(row.state, 'stopping')) return {}
  return { state: 'stopping', ready: false, progress: null } as const
}

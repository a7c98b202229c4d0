import type { DesiredState } from '@gridloom/contract/instances'
import type { Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import { updateInstance } from './instances-store.ts'
import type { InstanceRow, InstancesTable } from './schema.ts'

/** Records that something else is wanted of an instance: a new generation, told to whoever watches. */
export async function want(
  tx: Tx,
  row: InstanceRow,
  change: Updateable<InstancesTable> & { desired: DesiredState },
): Promise<InstanceRow> {
  const wanted = await updateInstance(tx, row.id, { ...change, generation: row.generation + 1 })
  await tx.tell({ topic: 'instance', accountId: row.account_id, subject: row.id })
  return wanted
}

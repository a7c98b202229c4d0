import type { UsageEntry } from '@gridloom/contract/agent/usage'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { InstanceTables } from './schema.ts'

/** Stores signed entries that an instance is charged for; ones that are stored already stay as they are. */
export async function insertUsageEntries(
  { db }: Tx,
  machineId: MachineId,
  entries: readonly UsageEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ at_ms, ...entry }) => ({
    ...entry,
    machine_id: machineId,
    at: new Date(at_ms),
  }))
  await db
    .withTables<InstanceTables>()
    .insertInto('usage_entries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteUsageEntriesBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .deleteFrom('usage_entries')
    .where('at', '<', before)
    .execute()
}

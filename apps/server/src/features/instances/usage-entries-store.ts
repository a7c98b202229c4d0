import type { UsageEntry } from '@gridloom/contract/agent/usage'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { InstanceTables } from './schema.ts'

/** A statement has at most 65,535 values. */
const rowsMax = 1_000

/** Stores signed entries that an instance is charged for; ones that are stored already stay as they are. */
export async function insertUsageEntries(
  { db }: Tx,
  machineId: MachineId,
  entries: readonly UsageEntry[],
): Promise<void> {
  const rows = entries.map(({ at_ms, ...entry }) => ({
    ...entry,
    machine_id: machineId,
    at: new Date(at_ms),
  }))
  for (let from = 0; from < rows.length; from += rowsMax) {
    await db
      .withTables<InstanceTables>()
      .insertInto('usage_entries')
      .values(rows.slice(from, from + rowsMax))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function deleteUsageEntriesBefore({ db }: Tx, before: Date): Promise<void> {
  await db
    .withTables<InstanceTables>()
    .deleteFrom('usage_entries')
    .where('at', '<', before)
    .execute()
}

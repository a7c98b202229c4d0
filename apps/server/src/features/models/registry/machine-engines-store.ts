import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineEngines } from '@gridloom/contract/models/serving'
import type { Db } from '../../../platform/database/connect.ts'
import type { ModelsTables } from '../schema.ts'

/** Returns the engines that a machine reported; `undefined`: it has never connected. */
export function findEngines(db: Db, machineId: MachineId): Promise<MachineEngines | undefined> {
  return db
    .withTables<ModelsTables>()
    .selectFrom('machine_engines')
    .select('llama_missing')
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
}

/** Saves the engines that a machine reports. Does nothing for a machine that was removed meanwhile. */
export async function saveEngines(
  db: Db,
  machineId: MachineId,
  { llama_missing }: MachineEngines,
): Promise<void> {
  await db
    .withTables<ModelsTables & { machines: { id: MachineId } }>()
    .insertInto('machine_engines')
    .columns(['machine_id', 'llama_missing'])
    .expression((from) =>
      from
        .selectFrom('machines')
        .select(({ val }) => ['machines.id', val(llama_missing).as('llama_missing')])
        .where('machines.id', '=', machineId),
    )
    .onConflict((known) => known.column('machine_id').doUpdateSet({ llama_missing }))
    .execute()
}

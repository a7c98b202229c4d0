import { usualRenderMicroUsdPerHour } from '@gridloom/contract/core/constants'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RenderingTables, RenderMachineRow } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

export function findRenderMachine(
  db: Db,
  machineId: MachineId,
): Promise<RenderMachineRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_machines')
    .selectAll()
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
}

/**
 * Returns the row of a machine, inserted if there is none (the operator vouches for machines of their own), and locked
 * until the transaction ends.
 */
export async function lockRenderMachine(
  { db }: Tx,
  machineId: MachineId,
): Promise<RenderMachineRow | undefined> {
  await sql`
    insert into render_machines (machine_id, account_id, micro_usd_per_reference_hour, vouched)
    select m.id, m.account_id, ${usualRenderMicroUsdPerHour}::bigint,
      exists (select 1 from accounts a where a.id = m.account_id and a.role = 'operator')
    from machines m where m.id = ${machineId}
    on conflict do nothing`.execute(db)
  return tablesOf(db)
    .selectFrom('render_machines')
    .selectAll()
    .where('machine_id', '=', machineId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Lowers the trust of a machine to the lowest trust of these machines; never raises it. */
export async function copyLowestTrust(
  { db }: Tx,
  machineId: MachineId,
  before: readonly MachineId[],
): Promise<void> {
  await sql`update render_machines set trust = least(trust,
      (select min(trust) from render_machines where machine_id = any(${[...before]}::text[])))
    where machine_id = ${machineId}`.execute(db)
}

export interface ReportedCapability {
  capability: RenderCapability | null
  missing: string | null
  scenes: readonly string[]
  /** `unverified`: the machine must render a canary again. */
  admission: RenderMachineRow['admission']
}

/** The columns of a machine that must render a canary again: the earlier canary was rendered by another Blender. */
const unmeasured = { score: null, canary: null }

/** Stores the capability that a machine reports. */
export async function writeShown(
  { db }: Tx,
  machineId: MachineId,
  { capability, missing, scenes, admission }: ReportedCapability,
): Promise<void> {
  await tablesOf(db)
    .updateTable('render_machines')
    .set({
      capability: capability === null ? null : JSON.stringify(capability),
      missing,
      scenes: [...scenes],
      admission,
      ...(admission === 'unverified' ? unmeasured : {}),
    })
    .where('machine_id', '=', machineId)
    .execute()
}

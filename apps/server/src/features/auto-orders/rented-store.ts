import type { AutoOrderId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { InstanceState, ReasonCode } from '@gridloom/contract/instances/instance'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AutoOrderTables } from './schema.ts'

/** An instance of an automatic order. */
export interface RentedRow {
  auto_order_id: AutoOrderId
  number: number
  instance_id: InstanceId
  placed_at: Date
  budget_micro_usd: number | null
  failure: ReasonCode | null
  label: string
  state: InstanceState
  desired: string
  machine_id: MachineId
  machine_name: string
  running_micro_usd_per_hour: number
  /** Its own budget now. */
  instance_budget_micro_usd: number | null
}

export async function insertRented(
  { db }: Tx,
  row: Insertable<AutoOrderTables['auto_order_instances']>,
): Promise<void> {
  await db.withTables<AutoOrderTables>().insertInto('auto_order_instances').values(row).execute()
}

/** Returns the instances of automatic orders, in the order in which they were rented. */
export async function listRented(db: Db, ids: readonly AutoOrderId[]): Promise<RentedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RentedRow>`
    select rented.*, instance.label, instance.state, instance.desired, instance.machine_id,
      machine.name as machine_name, instance.running_micro_usd_per_hour,
      instance.budget_micro_usd as instance_budget_micro_usd
    from auto_order_instances rented join instances instance on instance.id = rented.instance_id
      join machines machine on machine.id = instance.machine_id
    where rented.auto_order_id = any(${[...ids]}::text[])
    order by rented.auto_order_id, rented.number`.execute(db)
  return rows
}

/** Notes the first failure of an instance. Returns its automatic order, if it has one that knew of none before. */
export async function noteFailure(
  { db }: Tx,
  instanceId: InstanceId,
  failure: ReasonCode,
): Promise<AutoOrderId | undefined> {
  const row = await db
    .withTables<AutoOrderTables>()
    .updateTable('auto_order_instances')
    .set({ failure })
    .where('instance_id', '=', instanceId)
    .where('failure', 'is', null)
    .returning('auto_order_id')
    .executeTakeFirst()
  return row?.auto_order_id
}

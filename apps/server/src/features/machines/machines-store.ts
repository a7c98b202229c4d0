import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { MachineLoad, MachineStatus } from '@gridloom/contract/machines/machine'
import type { HourRecord } from '@gridloom/domain/uptime-hours'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MachineRow, MachinesTable, MachineTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<MachineTables>()

export async function insertMachine({ db }: Tx, row: Insertable<MachinesTable>): Promise<void> {
  await tablesOf(db).insertInto('machines').values(row).execute()
  await tablesOf(db)
    .insertInto('machine_heartbeats')
    .values({ machine_id: row.id, last_seen_at: null, load: null })
    .execute()
  await tablesOf(db)
    .insertInto('machine_hours')
    .values({ machine_id: row.id, at: row.enrolled_at, online_ms: 0 })
    .execute()
}

/** Locks the row until the transaction ends. Every change of a machine's slots, offers or disk holds this lock. */
export async function lockMachine({ db }: Tx, id: MachineId): Promise<MachineRow | undefined> {
  return tablesOf(db)
    .selectFrom('machines')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Counts the machines of these accounts that were not removed. */
export async function countMachineRows(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('machines')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function updateMachine(
  { db }: Tx,
  id: MachineId,
  change: Updateable<MachinesTable>,
): Promise<void> {
  await tablesOf(db).updateTable('machines').set(change).where('id', '=', id).execute()
}

/** A machine with its last heartbeat and its rentals. */
export interface MachineWithHeartbeat extends MachineRow {
  last_seen_at: Date | null
  load: MachineLoad | null
  /** Milliseconds online since it enrolled, now and at each recorded hour, oldest first. */
  online_ms: number
  hours: readonly HourRecord[]
  slots_total: number
  slots_rented: number
  /** The hourly earnings from instances that hold slots, each after the platform fee of its order. */
  earning_micro_usd_per_hour: number
}

/**
 * The earnings per hour from the instances that hold slots of a row of `machines`, and from its reservations, after the
 * fee of each order.
 */
const earningOfMachine = sql`select coalesce(ceil(sum(micro_usd_per_hour
    - micro_usd_per_hour * coalesce(fee_basis_points, platform_fee()) / 10000)), 0)::bigint
  from (
    select 'held:' || instance_id as hold, micro_usd_per_hour::numeric from rentals
    where rentals.machine_id = machines.id and slots_held
    union all
    select 'held:' || id, total_micro_usd::numeric / (24 * days) from reservations
    where reservations.machine_id = machines.id and state = 'active') earning
  left join ledger_accounts on ledger_accounts.id = earning.hold`

/** Selects machines that were not removed, with their heartbeats and rentals; callers add conditions and order. */
export function machinesWithHeartbeat(db: Db) {
  return tablesOf(db)
    .selectFrom('machines')
    .innerJoin('machine_heartbeats', 'machine_heartbeats.machine_id', 'machines.id')
    .selectAll('machines')
    .select([
      'machine_heartbeats.last_seen_at',
      'machine_heartbeats.load',
      'machine_heartbeats.online_ms',
    ])
    .select([
      sql<
        HourRecord[]
      >`coalesce((select json_agg(json_build_object('at', at, 'online_ms', online_ms)
        order by at) from machine_hours where machine_id = machines.id), '[]')`.as('hours'),
      sql<number>`(select count(*) from slots where slots.machine_id = machines.id)`.as(
        'slots_total',
      ),
      sql<number>`(select count(*) from slots where slots.machine_id = machines.id
        and (instance_id is not null or reservation_id is not null))`.as('slots_rented'),
      sql<number>`(${earningOfMachine})`.as('earning_micro_usd_per_hour'),
    ])
    .where('machines.removed_at', 'is', null)
}

/** Returns an account's machines (or one of them), oldest first, without removed ones. */
export async function listOwnedMachines(
  db: Db,
  accountId: AccountId,
  only: { id: MachineId } | 'all',
): Promise<MachineWithHeartbeat[]> {
  return machinesWithHeartbeat(db)
    .where('machines.account_id', '=', accountId)
    .$if(only !== 'all', (query) =>
      query.where('machines.id', '=', only === 'all' ? sql.lit(null) : only.id),
    )
    .orderBy('machines.enrolled_at')
    .orderBy('machines.id')
    .execute()
}

/** How long a machine has been connected since it was added, and what it earns now. */
export interface ConnectedMachine {
  id: MachineId
  enrolledAt: Date
  removedAt: Date | null
  /** Milliseconds; it only grows. */
  onlineMs: number
  earningMicroUsdPerHour: number
}

/** Returns all machines that an account ever had, the oldest 10,000 first: removed ones too. */
export async function listConnected(db: Db, accountId: AccountId): Promise<ConnectedMachine[]> {
  const { rows } = await sql<ConnectedMachine>`
    select machines.id, enrolled_at as "enrolledAt", removed_at as "removedAt", online_ms as "onlineMs",
      case when removed_at is null then (${earningOfMachine}) else 0 end as "earningMicroUsdPerHour"
    from machines join machine_heartbeats on machine_heartbeats.machine_id = machines.id
    where account_id = ${accountId} order by enrolled_at, machines.id limit 10000`.execute(db)
  return rows
}

/** Whether the account owns the machine and has not removed it. */
export async function ownsMachine(db: Db, id: MachineId, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql`select 1 from machines
    where id = ${id} and account_id = ${accountId} and removed_at is null`.execute(db)
  return rows.length > 0
}

/** Public facts of a machine, also of a removed one. */
export interface MachineFacts {
  name: string
  status: MachineStatus
  lastSeenAt: Date | null
}

/** Returns the facts of machines by id, in one query; unknown ids are left out. */
export async function machineFacts(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, MachineFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await tablesOf(db)
    .selectFrom('machines')
    .innerJoin('machine_heartbeats', 'machine_heartbeats.machine_id', 'machines.id')
    .select(['machines.id', 'name', 'status', 'last_seen_at'])
    .where('machines.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { name: row.name, status: row.status, lastSeenAt: row.last_seen_at },
    ]),
  )
}

/** The number of images of one machine that the market lists. */
const imagesMax = 500

/** Stores the images that a machine has (the first 500), in place of the earlier ones. */
export async function putImages(
  { db }: Tx,
  machineId: MachineId,
  images: Hardware['images'],
): Promise<void> {
  const names = [...new Set(images.map((image) => image.name))].slice(0, imagesMax)
  await sql`delete from machine_images where machine_id = ${machineId}
    and image <> all(${names}::text[])`.execute(db)
  await sql`insert into machine_images (machine_id, image)
    select ${machineId}, unnest(${names}::text[]) on conflict do nothing`.execute(db)
}

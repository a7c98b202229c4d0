import type { AccountId, ApiKeyId, MachineId, ReservationId } from '@gridloom/contract/core/ids'
import type { MachineStatus } from '@gridloom/contract/machines/machine'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../platform/feature.ts'
import { selectKeySpend } from '../ledger/index.ts'
import type { ReservationRow, ReservationTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ReservationTables>()

export async function insertReservation(
  { db }: Tx,
  row: Insertable<ReservationTables['reservations']>,
): Promise<ReservationRow> {
  return tablesOf(db)
    .insertInto('reservations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateReservation(
  { db }: Tx,
  id: ReservationId,
  change: Updateable<ReservationTables['reservations']>,
): Promise<ReservationRow> {
  return tablesOf(db)
    .updateTable('reservations')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findReservation(
  db: Db,
  id: ReservationId,
): Promise<ReservationRow | undefined> {
  return tablesOf(db).selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a reservation until the transaction ends: `shared` where it is only to stay as it is, as for orders. */
export async function lockReservation(
  { db }: Tx,
  id: ReservationId,
  mode: 'shared' | 'exclusive' = 'exclusive',
): Promise<ReservationRow | undefined> {
  const query = tablesOf(db).selectFrom('reservations').selectAll().where('id', '=', id)
  return (mode === 'shared' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

/** Lists the reservations of an account, or of a machine, newest first; at most 500. */
export async function listReservationRows(
  db: Db,
  of: { accountId: AccountId } | { machineId: MachineId },
): Promise<ReservationRow[]> {
  const query = tablesOf(db).selectFrom('reservations').selectAll()
  const owned =
    'accountId' in of
      ? query.where('account_id', '=', of.accountId)
      : query.where('machine_id', '=', of.machineId)
  return owned.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(500).execute()
}

/** Counts the active reservations of these accounts. */
export async function countActive(db: Db, accounts: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('reservations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accounts)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the cost per hour of an account's active reservations. */
export async function selectSpendRate(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ rate: number }>`
    select coalesce(sum(total_micro_usd / (24 * days)), 0)::bigint as rate from reservations
    where account_id = ${accountId} and state = 'active'`.execute(db)
  return rows[0]?.rate ?? 0
}

/** Sums the charges and holds of reservations by the API key that made them. */
export function readKeySpend(
  db: Db,
  keys: readonly KeySince[],
): Promise<Map<ApiKeyId, SpentByKey>> {
  return selectKeySpend(db, keys, {
    kind: 'reservation',
    holders: sql`select id, api_key_id from reservations`,
  })
}

/** The machine and the offer of a reservation, as they are now. */
export interface ReservedMachine {
  name: string
  status: MachineStatus
  isRemoved: boolean
  lastSeenAt: Date | null
  /** How long it was online since it enrolled. */
  onlineMs: number
}

/** Returns the machines of reservations by id, in one query. */
export async function readMachines(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, ReservedMachine>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MachineId } & ReservedMachine>`
    select machine.id, name, status, removed_at is not null as "isRemoved",
      last_seen_at as "lastSeenAt", online_ms as "onlineMs"
    from machines machine join machine_heartbeats pulse on pulse.machine_id = machine.id
    where machine.id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...machine }) => [id, machine]))
}

/** Returns the machine of a reservation. */
export async function readReservedMachine(db: Db, id: MachineId): Promise<ReservedMachine> {
  const machine = (await readMachines(db, [id])).get(id)
  if (machine === undefined) throw new RangeError(`there is no machine ${id}`)
  return machine
}

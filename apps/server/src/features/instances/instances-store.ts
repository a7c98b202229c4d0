import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InstanceRow, InstancesTable, InstanceTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<InstanceTables>()

/** One instance of this account; nothing when there is none or it is someone else's. */
export async function findOwned(
  db: Db,
  accountId: AccountId,
  id: InstanceId,
): Promise<InstanceRow | undefined> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The row, locked until the transaction ends: whoever decides on its state holds it. */
export async function lockInstance({ db }: Tx, id: InstanceId): Promise<InstanceRow | undefined> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Newest first; at most 500. */
export async function listOwnedInstances(
  db: Db,
  accountId: AccountId,
  { destroyed }: { destroyed: 'with' | 'without' },
): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(destroyed === 'without', (query) => query.where('state', '<>', 'destroyed'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/**
 * Lets the machines be told again of what a user ordered and is up: a new generation that asks for nothing else. Each
 * heartbeat that shows an older one sends the spec, with whom it lets in by SSH as that stands then.
 */
export async function renewSshKeys({ db }: Tx, userId: AccountId): Promise<void> {
  await sql`update instances set generation = greatest(generation, observed_generation) + 1
    where coalesce(placed_by, account_id) = ${userId} and desired = 'running'
      and state not in ('stopped', 'failed', 'destroyed')`.execute(db)
}

/** How many instances of these accounts are not destroyed. */
export async function countInstances(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('instances')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('state', '<>', 'destroyed')
    .executeTakeFirstOrThrow()
  return count
}

/** Everything that a machine should hold: what was ordered and is not destroyed. */
export async function listOnMachine(db: Db, machineId: MachineId): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('state', '<>', 'destroyed')
    .orderBy('id')
    .execute()
}

export async function findInstance(db: Db, id: InstanceId): Promise<InstanceRow | undefined> {
  return tablesOf(db).selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertInstance(
  { db }: Tx,
  row: Insertable<InstancesTable>,
): Promise<InstanceRow> {
  return tablesOf(db).insertInto('instances').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateInstance(
  { db }: Tx,
  id: InstanceId,
  change: Updateable<InstancesTable>,
): Promise<InstanceRow> {
  return tablesOf(db)
    .updateTable('instances')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Instances whose machine has said nothing since `before`, oldest first. One that failed holds nothing and stays as it
 * is, unless a start is under way.
 */
export async function listSilent(db: Db, before: Date): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('state', 'not in', ['destroyed', 'lost'])
    .where((e) =>
      e.or([
        e('state', '<>', 'failed'),
        e.and([e('desired', '=', 'running'), e('observed_generation', '<', e.ref('generation'))]),
      ]),
    )
    .where(sql<Date>`coalesce(last_seen_at, created_at)`, '<', before)
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Instances whose stopped disk has been kept as long as promised after the balance ran out, locked. */
export async function lockDisksExpired({ db }: Tx, now: Date): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('disk_kept_until', '<=', now)
    .where('desired', '<>', 'destroyed')
    .orderBy('id')
    .limit(200)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * The spend rate of an account's instances per hour: the price of running ones and the disks of stopped ones, without
 * those that are being destroyed.
 */
export async function readBurn(db: Db, accountId: AccountId): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('instances')
    .select(
      sql<number>`coalesce(sum(case when charged_from is null then 0
        when state = 'running' then running_micro_usd_per_hour
        when disk_kept_until is null then stopped_micro_usd_per_hour else 0 end), 0)::bigint`.as(
        'burn',
      ),
    )
    .where('account_id', '=', accountId)
    .where('state', 'in', ['running', 'stopped'])
    .where('desired', '<>', 'destroyed')
    .executeTakeFirstOrThrow()
  return row.burn
}

/** Seconds that a user's instances had for nothing, of those whose free use went on after a moment, whenever they were ordered. */
export async function sumFreeSeconds(db: Db, person: AccountId, since: Date): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('instances')
    .select(sql<number>`coalesce(sum(free_s), 0)::bigint`.as('seconds'))
    .where(sql<string>`coalesce(placed_by, account_id)`, '=', person)
    .where('free_s', '>', 0)
    .where((e) =>
      e.or([
        e(`charged_from`, '>', since),
        e.and([e(`charged_from`, 'is', null), e('meter_seen_at', '>', since)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return row.seconds
}

/** Whether a machine has left the end of any instance undone. */
export async function hasOverdueStop(db: Db, machineId: MachineId): Promise<boolean> {
  const row = await tablesOf(db)
    .selectFrom('instances')
    .select('id')
    .where('machine_id', '=', machineId)
    .where('stop_overdue_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

import type { AccountId, ClusterId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { InstanceFilters } from '@gridloom/contract/instances/instance-filters'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { SpendersPage } from '../../platform/spend-rate.ts'
import type { InstanceRow, InstancesTable, InstanceTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<InstanceTables>()

/** Returns one instance of this account; `undefined` when there is none or it is another account's. */
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

/** Locks the row until the transaction ends. Every change of an instance's state holds this lock. */
export async function lockInstance({ db }: Tx, id: InstanceId): Promise<InstanceRow | undefined> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the instances of clusters, by rank. */
export async function listInClusters(db: Db, ids: readonly ClusterId[]): Promise<InstanceRow[]> {
  if (ids.length === 0) return []
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('cluster_id', 'in', ids)
    .orderBy(sql`(cluster ->> 'rank')::int`)
    .execute()
}

/** Locks the instances of a cluster, in the order of their ids as all transactions do, and returns them by rank. */
export async function lockInCluster(tx: Tx, id: ClusterId): Promise<InstanceRow[]> {
  await tablesOf(tx.db)
    .selectFrom('instances')
    .select('id')
    .where('cluster_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  return listInClusters(tx.db, [id])
}

/** Returns the instances of an account that match the filters, newest first; at most 500. */
export async function listOwnedInstances(
  db: Db,
  accountId: AccountId,
  { destroyed, state: states, project, q = '' }: InstanceFilters,
): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(states === undefined && !destroyed, (query) => query.where('state', '<>', 'destroyed'))
    .$if(project !== undefined, (query) => query.where(sql<boolean>`hold_project(id) = ${project}`))
    .$if(q !== '', (query) => query.where(hasText(q)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Whether an instance has the text, in any case, in what its renter sees of it in a list. */
function hasText(text: string) {
  return sql<boolean>`strpos(lower(concat_ws(chr(10), label, note, id, gpu_model, template ->> 'name',
    template ->> 'image_path_with_tag',
    (select name from machines where machines.id = instances.machine_id))), lower(${text})) > 0`
}

/**
 * Raises the generation of a user's running instances, so that their machines receive the current SSH keys: each
 * heartbeat that shows an older generation sends the spec again. Nothing else in the spec changes.
 */
export async function renewSshKeys({ db }: Tx, userId: AccountId): Promise<void> {
  await sql`update instances set generation = greatest(generation, observed_generation) + 1
    where coalesce(placed_by, account_id) = ${userId} and desired = 'running'
      and state not in ('stopped', 'failed', 'destroyed')`.execute(db)
}

/** Removes the notes of an account, which are its renter's own text. */
export async function clearNotes({ db }: Tx, accountId: AccountId): Promise<void> {
  await tablesOf(db)
    .updateTable('instances')
    .set({ note: '' })
    .where('account_id', '=', accountId)
    .where('note', '<>', '')
    .execute()
}

/** Returns the label of an instance, whoever rents it; `undefined` where there is none. */
export async function labelOfInstance(db: Db, id: string): Promise<string | undefined> {
  const row = await tablesOf(db)
    .selectFrom('instances')
    .select('label')
    .where(sql<string>`id`, '=', id)
    .executeTakeFirst()
  return row?.label
}

/** Counts the instances of these accounts that are not destroyed. */
export async function countInstances(db: Db, accountIds: readonly AccountId[]): Promise<number> {
  const { count } = await tablesOf(db)
    .selectFrom('instances')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('state', '<>', 'destroyed')
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an instance of the account that is not destroyed has this label. */
export async function isLabelTaken(
  db: Db,
  { accountId, label }: { accountId: AccountId; label: string },
): Promise<boolean> {
  const taken = await tablesOf(db)
    .selectFrom('instances')
    .select('id')
    .where('account_id', '=', accountId)
    .where('label', '=', label)
    .where('state', '<>', 'destroyed')
    .executeTakeFirst()
  return taken !== undefined
}

/** Lists the instances that a machine should have: ordered and not destroyed. */
export async function listOnMachine(db: Db, machineId: MachineId): Promise<InstanceRow[]> {
  return tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('machine_id', '=', machineId)
    .where('state', '<>', 'destroyed')
    .orderBy('id')
    .execute()
}

/** Returns since when an instance of a machine is metered without a report; `undefined` where none is metered. */
export async function oldestMeterOn(db: Db, machineId: MachineId): Promise<Date | undefined> {
  const { at } = await tablesOf(db)
    .selectFrom('instances')
    .select((e) => e.fn.min('meter_seen_at').as('at'))
    .where('machine_id', '=', machineId)
    .where('state', '<>', 'destroyed')
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

export async function findInstance(db: Db, id: InstanceId): Promise<InstanceRow | undefined> {
  return tablesOf(db).selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findInstances(
  db: Db,
  ids: readonly InstanceId[],
): Promise<Map<InstanceId, InstanceRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tablesOf(db)
    .selectFrom('instances')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
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
 * Lists instances without a report since `before`, oldest first. A failed one holds no money and stays as it is, unless
 * a start is under way. One that waits for its slots is unknown to its machine, whose own state counts.
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
    .where(sql<Date>`coalesce(last_seen_at, slots_ready_at, created_at)`, '<', before)
    .where(
      sql<boolean>`not (awaits_slots and desired = 'running' and exists (
        select 1 from machines where machines.id = instances.machine_id and machines.status = 'online'))`,
    )
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Lists and locks instances whose free disk retention after an exhausted balance has ended. */
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
 * Returns the spend rate of an account's instances per hour: the price of running ones and the disks of stopped ones,
 * without those that are being destroyed.
 */
export async function selectSpendRate(db: Db, accountId: AccountId): Promise<number> {
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

/** Lists accounts with instances that are charged. */
export async function selectSpenders(db: Db, { after, limit }: SpendersPage): Promise<AccountId[]> {
  const { rows } = await sql<{ account_id: AccountId }>`
    select distinct account_id from instances
    where charged_from is not null and state in ('running', 'stopped') and desired <> 'destroyed'
      and account_id > ${after ?? ''}
    order by account_id limit ${limit}`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Sums the free seconds of a user's instances whose free use lasted beyond `since`, whenever they were ordered. */
export async function sumFreeSeconds(db: Db, user: AccountId, since: Date): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('instances')
    .select(sql<number>`coalesce(sum(free_s), 0)::bigint`.as('seconds'))
    .where(sql<string>`coalesce(placed_by, account_id)`, '=', user)
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

/** Whether a machine has an overdue stop of any instance. */
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

/** Counts the providers, except those of one party, that accounts have rented from with a charge; at most `most`. */
export async function countOtherProviders(
  db: Db,
  { accountIds, except, most }: OtherProviders,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select distinct provider_account_id from instances
      where account_id = any(${accountIds}) and charged_from is not null
        and provider_account_id <> all(${except})
      limit ${most}) as others`.execute(db)
  return rows[0]?.count ?? 0
}

interface OtherProviders {
  accountIds: readonly AccountId[]
  except: readonly AccountId[]
  most: number
}

import type { AccountId, MissionId } from '@gridloom/contract/core/ids'
import type { MissionEdit } from '@gridloom/contract/missions/mission'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MissionRow, MissionTables } from './schema.ts'

const tables = (db: Db) => db.withTables<MissionTables>()

export async function insertMission(
  { db }: Tx,
  mission: Insertable<MissionTables['missions']>,
): Promise<void> {
  await tables(db).insertInto('missions').values(mission).execute()
}

/** Stores the terms of a version; those of a draft may be stored again. */
export async function putVersion(
  { db }: Tx,
  id: MissionId,
  { version, terms, at }: { version: number; terms: MissionEdit; at: Date },
): Promise<void> {
  const json = JSON.stringify(terms)
  await tables(db)
    .insertInto('mission_versions')
    .values({ mission_id: id, version, terms: json, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['mission_id', 'version']).doUpdateSet({ terms: json, created_at: at }),
    )
    .execute()
}

export async function updateMission(
  { db }: Tx,
  id: MissionId,
  change: Updateable<MissionTables['missions']>,
): Promise<void> {
  await tables(db).updateTable('missions').set(change).where('id', '=', id).execute()
}

export async function lockMission({ db }: Tx, id: MissionId): Promise<MissionRow | undefined> {
  return tables(db)
    .selectFrom('missions')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Counts one more reward, unless all are given or the mission is closed. Returns whether it did. */
export async function takeClaim({ db }: Tx, id: MissionId): Promise<boolean> {
  const { rows } = await sql`update missions set claims = claims + 1
    where id = ${id} and claims < claims_max and published_at is not null and closed_at is null
    returning id`.execute(db)
  return rows.length > 0
}

/** Published missions whose claims are over and whose budget is still held, in order. */
export async function selectToClose(db: Db, endedBefore: Date): Promise<MissionId[]> {
  const { rows } = await sql<{ id: MissionId }>`select id from missions
    where published_at is not null and closed_at is null and ends_at <= ${endedBefore}
    order by id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

/** A mission with the terms of one of its versions. */
export type TermedMission = MissionRow & { readonly terms: MissionEdit }

/** A mission as one account may do it. */
export type OpenMission = TermedMission & {
  /** The version of the account: the one that it started, else the newest. */
  readonly own_version: number
  readonly started_at: Date | null
}

/** Returns published missions that began and whose rewards can be claimed, at most 50, or one of them. */
export async function selectOpen(
  db: Db,
  {
    accountId,
    now,
    graceMs,
    id,
  }: { accountId: AccountId; now: Date; graceMs: number; id?: MissionId },
): Promise<OpenMission[]> {
  const { rows } = await sql<OpenMission>`
    select m.*, coalesce(s.version, m.version) as own_version, s.started_at, v.terms
    from missions m
      left join mission_starts s on s.mission_id = m.id and s.account_id = ${accountId}
      join mission_versions v on v.mission_id = m.id and v.version = coalesce(s.version, m.version)
    where m.published_at is not null and m.closed_at is null and m.starts_at <= ${now}
      and m.ends_at > ${new Date(now.getTime() - graceMs)}
      and ${id === undefined ? sql`true` : sql`m.id = ${id}`}
    order by (v.terms ->> 'order')::int, m.id limit 50`.execute(db)
  return rows
}

/** Returns published missions whose window overlaps a time, with their newest terms, in order, at most 100. */
export async function selectBetween(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<TermedMission[]> {
  const { rows } = await sql<TermedMission>`
    select m.*, v.terms from missions m
      join mission_versions v on v.mission_id = m.id and v.version = m.version
    where m.published_at is not null and m.closed_at is null and m.starts_at < ${to}
      and m.ends_at > ${from}
    order by m.starts_at, m.id limit 100`.execute(db)
  return rows
}

/** Returns missions with their newest terms, newest first, at most 200; or one. */
export async function selectMissions(db: Db, id?: MissionId): Promise<TermedMission[]> {
  const { rows } = await sql<TermedMission>`
    select m.*, v.terms from missions m
      join mission_versions v on v.mission_id = m.id and v.version = m.version
    where ${id === undefined ? sql`true` : sql`m.id = ${id}`}
    order by m.created_at desc, m.id desc limit 200`.execute(db)
  return rows
}

/** Returns a mission with the terms of one version. */
export async function selectVersion(
  db: Db,
  id: MissionId,
  version: number,
): Promise<TermedMission | undefined> {
  const { rows } = await sql<TermedMission>`
    select m.*, v.terms from missions m
      join mission_versions v on v.mission_id = m.id and v.version = ${version}
    where m.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the newest titles of missions; those that do not exist are missing. */
export async function selectTitles(
  db: Db,
  ids: readonly MissionId[],
): Promise<Map<MissionId, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: MissionId; title: string }>`
    select m.id, v.terms ->> 'title' as title from missions m
      join mission_versions v on v.mission_id = m.id and v.version = m.version
    where m.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Fixes a version for an account that starts a mission, or notes that it started again with the one that it has. */
export async function putStart({ db }: Tx, start: MissionTables['mission_starts']): Promise<void> {
  await tables(db)
    .insertInto('mission_starts')
    .values(start)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'mission_id']).doUpdateSet({ started_at: start.started_at }),
    )
    .execute()
}

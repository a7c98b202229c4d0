import type { AnnouncementId } from '@gridloom/contract/core/ids'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OperatorTables } from './schema.ts'

export type AnnouncementRow = Selectable<OperatorTables['announcements']>

/** The newest announcements, in any state. */
export async function selectAnnouncements(db: Db): Promise<AnnouncementRow[]> {
  return tables(db)
    .selectFrom('announcements')
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** The announcements shown at a time, newest first. */
export async function selectCurrent(db: Db, now: Date): Promise<AnnouncementRow[]> {
  return tables(db)
    .selectFrom('announcements')
    .selectAll()
    .where('starts_at', '<=', now)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .where('withdrawn_at', 'is', null)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** The announcements shown at some time between two, in order. */
export async function selectShownBetween(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<AnnouncementRow[]> {
  return tables(db)
    .selectFrom('announcements')
    .selectAll()
    .where('starts_at', '<=', to)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', from)]))
    .where('withdrawn_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function insertAnnouncement(
  { db }: Tx,
  row: Insertable<OperatorTables['announcements']>,
): Promise<AnnouncementRow> {
  return tables(db).insertInto('announcements').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Withdraws an announcement; one that is withdrawn already keeps its date. Returns `unknown` if it does not exist. */
export async function setWithdrawn(
  { db }: Tx,
  id: AnnouncementId,
  at: Date,
): Promise<'withdrawn' | 'unknown'> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('announcements')
    .set((e) => ({ withdrawn_at: e.fn.coalesce('withdrawn_at', e.val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'unknown' : 'withdrawn'
}

/** Updates the published state of announcements that have begun or ended since. Returns their number. */
export async function advancePhases({ db }: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update announcements set published_state = case when ends_at <= ${now} then 'ended' else 'now' end
    where id in (select id from announcements
      where (published_state = 'scheduled' and starts_at <= ${now}) or (published_state <> 'ended' and ends_at <= ${now})
      for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Locks an announcement whose emails are due and that no other replica has locked. */
export async function lockToMail(
  { db }: Tx,
  now: Date,
): Promise<Pick<AnnouncementRow, 'id' | 'text' | 'mailed_up_to'> | undefined> {
  return tables(db)
    .selectFrom('announcements')
    .select(['id', 'text', 'mailed_up_to'])
    .where('by_mail', '=', true)
    .where('mailed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('starts_at', '<=', now)
    .orderBy('starts_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Records up to which account, or when, its emails were sent. */
export async function noteMailed(
  { db }: Tx,
  id: AnnouncementId,
  mailed: { upTo: string } | { at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('announcements')
    .set('upTo' in mailed ? { mailed_up_to: mailed.upTo } : { mailed_at: mailed.at })
    .where('id', '=', id)
    .execute()
}

function tables(db: Db) {
  return db.withTables<OperatorTables>()
}

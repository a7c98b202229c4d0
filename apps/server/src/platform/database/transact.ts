import { sql } from 'kysely'
import type { AuditNote, Tx } from '../ctx.ts'
import type { NewChange } from '../events.ts'
import { changeChannel, type Db } from './connect.ts'

/** The SQLSTATEs with which PostgreSQL asks to retry the whole transaction. */
const retryable = new Set(['40001', '40P01'])
const attemptsMax = 8
const pauseMsMin = 25

/**
 * Runs `work` in one transaction. Changes published inside reach listeners only if it commits (NOTIFY is
 * transactional). A serialisation failure or a deadlock is retried, up to eight attempts in all, each after a longer
 * pause than the one before. `beforeCommit` belongs to the transaction.
 */
export async function transact<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  beforeCommit?: BeforeCommit,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((trx) => once(trx, work, beforeCommit))
    } catch (error) {
      if (attempt === attemptsMax || !retryable.has(sqlStateOf(error))) throw error
      await pause(db, attempt)
    }
  }
}

/**
 * Waits up to 50 ms after the first attempt, twice as much after each further one. At random: transactions that failed
 * together and restart together would only conflict again. PostgreSQL waits, so that a test's clock does not matter.
 */
async function pause(db: Db, attempt: number): Promise<void> {
  await sql`select pg_sleep(random() * ${(pauseMsMin * 2 ** attempt) / 1_000})`.execute(db)
}

/** Makes the last writes of a transaction, with its audit notes. */
export type BeforeCommit = (db: Db, note: AuditNote) => Promise<void>

async function once<T>(
  trx: Db,
  work: (tx: Tx) => Promise<T>,
  beforeCommit: BeforeCommit | undefined,
): Promise<T> {
  const noted: AuditNote = {}
  const result = await work({
    db: trx,
    publish: (...changes) => publish(trx, changes),
    note: (note) => void Object.assign(noted, note),
  })
  await beforeCommit?.(trx, noted)
  return result
}

/** Returns the SQLSTATE of a database error, or an empty text. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Stores changes for resuming listeners, and notifies at commit, in one round trip. */
async function publish(db: Db, changes: readonly NewChange[]): Promise<void> {
  const kept = changes.filter(({ transient }) => transient !== true)
  const passing = changes.filter(({ transient }) => transient === true)
  if (kept.length > 0)
    await sql`with change as (
        insert into events (topic, account_id, subject) select ${rowsOf(kept)}
        returning id, topic, account_id, subject)
      select ${announcement(sql`id::text`)} from change order by id`.execute(db)
  if (passing.length > 0)
    await sql`with change as (select ${rowsOf(passing)})
      select ${announcement(sql`null`)} from change`.execute(db)
}

function rowsOf(changes: readonly NewChange[]) {
  return sql`* from unnest(
    ${changes.map(({ topic }) => topic)}::text[],
    ${changes.map(({ accountId }) => accountId)}::text[],
    ${changes.map(({ subject }) => subject)}::text[]) as row (topic, account_id, subject)`
}

function announcement(id: ReturnType<typeof sql>) {
  return sql`pg_notify(${changeChannel}, json_build_object(
    'id', ${id}, 'topic', topic, 'accountId', account_id, 'subject', subject)::text)`
}

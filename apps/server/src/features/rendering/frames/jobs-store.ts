import type { AccountId, RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { JobRow, RenderingTables } from '../schema.ts'
import type { JobChange } from './moves-store.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

/** Returns a job of any account; also a deleted one, for the receipts that name it. */
export function readJobRow(db: Db, id: RenderJobId): Promise<JobRow | undefined> {
  return tablesOf(db).selectFrom('render_jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Returns the job, locked until the transaction ends; every change of its state, money or counts needs this lock. It is
 * locked before its chunks and frames, and those before the ledger. @throws Refused `not_found`
 */
export async function lockJob({ db }: Tx, id: RenderJobId): Promise<JobRow> {
  const row = await tablesOf(db)
    .selectFrom('render_jobs')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw noSuchJob()
  return row
}

/** Returns the same refusal for a job that does not exist and for another account's: callers cannot tell them apart. */
export function noSuchJob(): Refused {
  return new Refused('not_found', { details: { what: 'render job' } })
}

export function insertJob(
  { db }: Tx,
  row: Insertable<RenderingTables['render_jobs']>,
): Promise<JobRow> {
  return tablesOf(db).insertInto('render_jobs').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates a job that {@link lockJob} has locked; only `moveJob` writes its state. */
export function updateJob({ db }: Tx, id: RenderJobId, change: JobChange): Promise<JobRow> {
  return tablesOf(db)
    .updateTable('render_jobs')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a job of this account, unless it was deleted. */
export function findOwnedJob(
  db: Db,
  accountId: AccountId,
  id: RenderJobId,
): Promise<JobRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Increments of a job's counters. */
export interface CountedJob {
  done?: number
  failed?: number
  chargedMicroUsd?: number
  committedMicroUsd?: number
  /** For an accepted picture: its time on a reference machine. */
  referenceMs?: number
}

/** Adds to a job's counters. They are updated in the transaction that moves the frame, and never recounted. */
export function addToJob({ db }: Tx, id: RenderJobId, counted: CountedJob): Promise<JobRow> {
  const { done = 0, failed = 0, chargedMicroUsd = 0, committedMicroUsd = 0 } = counted
  const { referenceMs } = counted
  return tablesOf(db)
    .updateTable('render_jobs')
    .set({
      frames_done: sql<number>`frames_done + ${done}`,
      frames_failed: sql<number>`frames_failed + ${failed}`,
      charged_micro_usd: sql<number>`charged_micro_usd + ${chargedMicroUsd}`,
      committed_micro_usd: sql<number>`greatest(0, committed_micro_usd + ${committedMicroUsd})`,
      reference_ms_sum: sql<number>`reference_ms_sum + ${referenceMs ?? 0}`,
      reference_ms_count: sql<number>`reference_ms_count + ${referenceMs === undefined ? 0 : 1}`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns how many jobs of these accounts exist: those that have not ended, or all that were not deleted. */
export async function countJobs(
  db: Db,
  accountIds: readonly AccountId[],
  which: 'open' | 'all',
): Promise<number> {
  const row = await tablesOf(db)
    .selectFrom('render_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('removed_at', 'is', null)
    .$if(which === 'open', (query) => query.where('state', 'not in', ['completed', 'cancelled']))
    .executeTakeFirstOrThrow()
  return row.count
}

interface JobsWanted {
  readonly accountId: AccountId
  readonly which: 'open' | 'ended' | 'all'
  readonly limit: number
  readonly offset: number
}

/** Returns a page of an account's jobs that were not deleted, newest first, and their total number. */
export async function listOwnedJobs(
  db: Db,
  { accountId, which, limit, offset }: JobsWanted,
): Promise<{ rows: JobRow[]; total: number }> {
  const wanted = tablesOf(db)
    .selectFrom('render_jobs')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .$if(which === 'open', (query) => query.where('state', 'not in', ['completed', 'cancelled']))
    .$if(which === 'ended', (query) => query.where('state', 'in', ['completed', 'cancelled']))
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = await wanted
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** Returns deleted jobs whose files still have to be deleted. */
export function listToDelete(db: Db): Promise<Pick<JobRow, 'id'>[]> {
  return tablesOf(db)
    .selectFrom('render_jobs')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('files_gone_at', 'is', null)
    .orderBy('removed_at')
    .limit(100)
    .execute()
}

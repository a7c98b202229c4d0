import type {
  AccountId,
  MachineId,
  RenderCheckId,
  RenderChunkId,
} from '@gridloom/contract/core/ids'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { CheckRow, RenderingTables } from '../schema.ts'
import type { FramePart } from './frame-parts-store.ts'

const tablesOf = (db: Db) => db.withTables<RenderingTables>()

export async function insertCheck(
  { db }: Tx,
  row: Insertable<RenderingTables['render_checks']>,
): Promise<void> {
  await tablesOf(db).insertInto('render_checks').values(row).execute()
}

export async function updateCheck(
  { db }: Tx,
  id: RenderCheckId,
  change: Updateable<RenderingTables['render_checks']>,
): Promise<void> {
  await tablesOf(db).updateTable('render_checks').set(change).where('id', '=', id).execute()
}

/** Returns the open check of a chunk. */
export function findOpenCheck(db: Db, chunkId: RenderChunkId): Promise<CheckRow | undefined> {
  return openQuery(db, chunkId).executeTakeFirst()
}

/** Like {@link findOpenCheck}, with the check locked. */
export function lockOpenCheck({ db }: Tx, chunkId: RenderChunkId): Promise<CheckRow | undefined> {
  return openQuery(db, chunkId).forUpdate().executeTakeFirst()
}

/** Returns a check, locked. */
export function lockCheck({ db }: Tx, id: RenderCheckId): Promise<CheckRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_checks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the first vote on a picture, if it was against the picture. */
export function findFirstVote(db: Db, check: CheckRow): Promise<CheckRow | undefined> {
  return tablesOf(db)
    .selectFrom('render_checks')
    .selectAll()
    .where('job_id', '=', check.job_id)
    .where('number', '=', check.number)
    .where('part', '=', check.part)
    .where('machine_id', '=', check.machine_id)
    .where('vote', '=', 1)
    .where('outcome', '=', 'different')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An open check that no machine works on, with the data that decides which machines may take it. */
export interface WaitingCheck extends CheckRow {
  /**
   * The owners of the picture's machine, of the job and of an earlier rejected picture's machine, and those that voted
   * already.
   */
  accounts_not: AccountId[]
  /** Machines that failed at it, or left it twice. */
  machines_not: MachineId[]
  /** A property of the machine that rendered the picture: see `isEstablished`. */
  producer_vouched: boolean
  maker_trust: number
}

/**
 * A condition on the chunks \`c\` of one machine: it is not given the same check again. Leaving a check once is an
 * accident; a machine that could leave it any number of times could keep a picture from being checked, and its pay and
 * the renter's money on hold.
 */
export const gaveUp = sql<SqlBool>`bool_or(c.state = 'failed')
  or count(*) filter (where c.state in ('lost', 'stopped')) >= 2`

/** Returns open checks that no machine works on, oldest first; with `for update`, locked ones are passed over. */
export async function listWaitingChecks(db: Db, limit: number): Promise<WaitingCheck[]> {
  const { rows } = await sql<WaitingCheck>`
    select k.*, coalesce(made.vouched, false) as producer_vouched, coalesce(made.trust, 0) as maker_trust,
      array(select account_id from machines where id = k.machine_id
        union select account_id from render_jobs where id = k.job_id
        union select m.account_id from render_frames f join machines m on m.id = f.rejected->>'machine_id'
          where k.dispute is not null and f.job_id = k.job_id and f.number = k.number and f.part = k.part
        union select m.account_id from render_checks v join machines m on m.id = v.checker_machine_id
          where k.vote = 2 and v.vote = 1 and v.job_id = k.job_id and v.number = k.number and v.part = k.part
            and v.machine_id = k.machine_id) as accounts_not,
      array(select c.machine_id from render_chunks c where c.job_id = k.job_id and c.kind = 'check'
        and k.number = any(c.frames) and c.started_at >= k.created_at
        group by c.machine_id having ${gaveUp}) as machines_not
    from render_checks k left join render_machines made on made.machine_id = k.machine_id
    where k.outcome = 'pending' and not exists (
      select 1 from render_chunks c where c.id = k.chunk_id and c.state = 'leased')
    order by k.created_at limit ${limit}`.execute(db)
  return rows
}

/** Assigns an open check to a chunk; returns `false` if another claim was faster. */
export async function takeCheck(
  { db }: Tx,
  check: Pick<CheckRow, 'id' | 'chunk_id'>,
  taken: { chunkId: RenderChunkId; machineId: MachineId },
): Promise<boolean> {
  const row = await tablesOf(db)
    .updateTable('render_checks')
    .set({ chunk_id: taken.chunkId, checker_machine_id: taken.machineId })
    .where('id', '=', check.id)
    .where('outcome', '=', 'pending')
    .where('chunk_id', 'is not distinct from', check.chunk_id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes open checks of pictures that are no longer being compared, as undecided. */
export async function closeMoot({ db }: Tx, jobId: FramePart['job_id'], at: Date): Promise<void> {
  await sql`update render_checks k set outcome = 'undecided', decided_at = ${at}
    where k.job_id = ${jobId} and k.outcome = 'pending' and not exists (
      select 1 from render_frames f where f.job_id = k.job_id and f.number = k.number and f.part = k.part
        and f.state = 'checking' and f.machine_id = k.machine_id)`.execute(db)
}

/** Returns a check whose job, or whose picture's machine, belongs to the account. */
export async function findCheckOf(
  db: Db,
  id: RenderCheckId,
  accountId: AccountId,
): Promise<Pick<CheckRow, 'id' | 'job_id'> | undefined> {
  const { rows } = await sql<Pick<CheckRow, 'id' | 'job_id'>>`
    select k.id, k.job_id from render_checks k
    where k.id = ${id} and k.has_crops and (
      exists (select 1 from render_jobs j where j.id = k.job_id and j.account_id = ${accountId} and j.removed_at is null)
      or exists (select 1 from machines m where m.id = k.machine_id and m.account_id = ${accountId}))`.execute(
    db,
  )
  return rows[0]
}

function openQuery(db: Db, chunkId: RenderChunkId) {
  return tablesOf(db)
    .selectFrom('render_checks')
    .selectAll()
    .where('chunk_id', '=', chunkId)
    .where('outcome', '=', 'pending')
}

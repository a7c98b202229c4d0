import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/**
 * Takes from an account that is being closed what its scenes and jobs say, and marks them deleted; their files follow by
 * the sweeps, which find them by these rows.
 */
export async function forgetRenders({ db }: Tx, id: AccountId, at: Date): Promise<void> {
  await sql`delete from render_checks using render_jobs j where j.id = job_id and j.account_id = ${id}`.execute(
    db,
  )
  await sql`delete from render_chunks using render_jobs j where j.id = job_id and j.account_id = ${id}`.execute(
    db,
  )
  await sql`delete from render_frames using render_jobs j where j.id = job_id and j.account_id = ${id}`.execute(
    db,
  )
  await sql`update render_jobs set settings = '{}', reason = null, removed_at = coalesce(removed_at, ${at})
    where account_id = ${id}`.execute(db)
  await sql`update render_scenes set file_name = '', contents = '{}', removed_at = coalesce(removed_at, ${at})
    where account_id = ${id}`.execute(db)
  await sql`update render_uploads set file_name = '', expires_at = ${at} where account_id = ${id}`.execute(
    db,
  )
}

import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/**
 * Erases the content of scenes and jobs of an account that is being closed, and marks them deleted; the sweeps find
 * their files by these rows and delete them.
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

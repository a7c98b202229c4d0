import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** Counts the frames of an account's jobs that were charged in a period. */
export async function countPaidFrames(
  db: Db,
  { accountId, from, to }: { accountId: AccountId; from: Date; to: Date },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct (c.job_id, c.number))::int as n
    from render_jobs j join render_charges c on c.job_id = j.id
    where j.account_id = ${accountId} and c.micro_usd > 0 and c.at >= ${from} and c.at < ${to}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import { jobStatesUnderWay } from '@gridloom/domain/rendering/job-states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../../platform/feature.ts'
import { selectKeySpend } from '../../ledger/index.ts'

/** Returns the spend of each API key on render jobs: the charges and the current holds of the jobs that it created. */
export function readRenderKeySpend(
  db: Db,
  keys: readonly KeySince[],
): Promise<Map<ApiKeyId, SpentByKey>> {
  return selectKeySpend(db, keys, {
    kind: 'renderJob',
    holders: sql`select id, api_key_id from render_jobs`,
  })
}

/**
 * Returns what an account's render jobs cost per hour right now: each machine at work for one counts once, at its
 * hourly price.
 */
export async function readRenderSpendRate(db: Db, accountId: AccountId): Promise<MicroUsdPerHour> {
  const { rows } = await sql<{ burn: number }>`
    select coalesce(sum(rate), 0)::bigint as burn from (
      select max(round(c.micro_usd_per_reference_hour * c.machine_score)) as rate
      from render_jobs j join render_chunks c on c.job_id = j.id and c.state = 'leased'
      where j.account_id = ${accountId} and j.state = any(${[...jobStatesUnderWay]})
        and c.kind = 'frames'
      group by c.machine_id) machine`.execute(db)
  return rows[0]?.burn ?? 0
}

/** Returns how many jobs of an account hold money or machines, and so keep it from being closed. */
export async function countRendering(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from render_jobs
    where account_id = ${accountId} and state = any(${[...jobStatesUnderWay]})`.execute(db)
  return rows[0]?.count ?? 0
}

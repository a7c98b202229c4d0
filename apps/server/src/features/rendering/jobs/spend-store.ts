import type { AccountId, ApiKeyId } from '@gridloom/contract/ids'
import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/values'
import { jobStatesUnderWay } from '@gridloom/domain/rendering/job-states'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/**
 * What was spent and is set aside with each API key for render jobs: what was captured from the holds of the jobs that
 * it made, and what these hold now. A key that made none is left out.
 */
export async function readRenderKeySpend(
  db: Db,
  ids: readonly ApiKeyId[],
): Promise<Map<ApiKeyId, MicroUsd>> {
  if (ids.length === 0) return new Map()
  // The name of a hold is the ledger's (`heldFor`); one index look-up each.
  const { rows } = await sql<{ id: ApiKeyId; spent: number }>`
    select j.api_key_id as id,
      coalesce(sum(a.balance_micro_usd + a.captured_micro_usd), 0)::bigint as spent
    from render_jobs j join ledger_accounts a on a.id = 'held:' || j.id
    where j.api_key_id = any(${ids})
    group by j.api_key_id`.execute(db)
  return new Map(rows.map(({ id, spent }) => [id, spent]))
}

/**
 * What an account's render jobs cost per hour just now: each machine that is at work for one, once, at its price for
 * what it does in an hour.
 */
export async function readRenderBurn(db: Db, accountId: AccountId): Promise<MicroUsdPerHour> {
  const { rows } = await sql<{ burn: number }>`
    select coalesce(sum(rate), 0)::bigint as burn from (
      select max(round(c.micro_usd_per_reference_hour * c.machine_score)) as rate
      from render_jobs j join render_chunks c on c.job_id = j.id and c.state = 'leased'
      where j.account_id = ${accountId} and j.state = any(${[...jobStatesUnderWay]})
        and c.kind = 'frames'
      group by c.machine_id) machine`.execute(db)
  return rows[0]?.burn ?? 0
}

/** Jobs of an account that hold money or machines: what keeps it from being closed. */
export async function countRendering(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from render_jobs
    where account_id = ${accountId} and state = any(${[...jobStatesUnderWay]})`.execute(db)
  return rows[0]?.count ?? 0
}

import type { ApiKeyId } from '@gridloom/contract/ids'
import type { MicroUsd } from '@gridloom/contract/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/**
 * What was spent and is set aside with each API key: what was captured from the holds of the instances that were
 * ordered with it, and what these hold now. A key that ordered nothing is left out.
 */
export async function readKeySpend(
  db: Db,
  ids: readonly ApiKeyId[],
): Promise<Map<ApiKeyId, MicroUsd>> {
  if (ids.length === 0) return new Map()
  // The name of a hold is the ledger's (`heldFor`); one index look-up each.
  const { rows } = await sql<{ id: ApiKeyId; spent: number }>`
    select i.api_key_id as id,
      coalesce(sum(a.balance_micro_usd + a.captured_micro_usd), 0)::bigint as spent
    from instances i join ledger_accounts a on a.id = 'held:' || i.id
    where i.api_key_id = any(${ids})
    group by i.api_key_id`.execute(db)
  return new Map(rows.map(({ id, spent }) => [id, spent]))
}

import { type ApiKeyId, type IdKind, idPrefixes } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { KeySince, SpentByKey } from '../../platform/feature.ts'

/** A kind of resource that keys spend money on. */
export interface SpentOn {
  readonly kind: IdKind
  /** The resources that may hold money now, as `id` and `api_key_id`. */
  readonly holders: RawBuilder<unknown>
}

/**
 * Sums the charges since a time and the present holds of each API key, for resources of one kind. Counts from
 * `spend_days`, whose days begin when those of budgets do; the names of holds are those of `holdsFor`.
 */
export async function selectKeySpend(
  db: Db,
  keys: readonly KeySince[],
  { kind, holders }: SpentOn,
): Promise<Map<ApiKeyId, SpentByKey>> {
  if (keys.length === 0) return new Map()
  const ids = keys.map(({ id }) => id)
  const days = keys.map(({ since }) => since?.toISOString().slice(0, 10) ?? '-infinity')
  const { rows } = await sql<{ id: ApiKeyId; charged: number; held: number }>`
    select k.id, coalesce(charged.sum, 0)::bigint as charged,
      coalesce(held.sum, 0)::bigint as held
    from unnest(${ids}::text[], ${days}::date[]) as k (id, since),
      lateral (select sum(d.micro_usd) from spend_days d
        where d.api_key_id = k.id and d.day >= k.since
          and starts_with(d.spent_on, ${`${idPrefixes[kind]}_`})) charged,
      lateral (select sum(a.balance_micro_usd)
        from (${holders}) holder join ledger_accounts a
          on a.id in ('held:' || holder.id, 'welcome_held:' || holder.id)
        where holder.api_key_id = k.id) held`.execute(db)
  return new Map(
    rows.map(({ id, charged, held }) => [id, { chargedMicroUsd: charged, heldMicroUsd: held }]),
  )
}

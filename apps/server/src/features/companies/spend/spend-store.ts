import type { SpendBy } from '@gridloom/contract/companies/spend'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'

/** Days are UTC, as `2026-11-21`. Amounts come from `spend_days` (migrations/0054-companies.sql). */
export interface SpendPeriod {
  readonly accountId: AccountId
  readonly fromDay: string
}

/** An account's spending per day, from a given day on; days without spending are left out. */
export async function sumByDay(
  db: Db,
  { accountId, fromDay }: SpendPeriod,
): Promise<Map<string, MicroUsd>> {
  const { rows } = await sql<{ day: string; micro_usd: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(micro_usd)::bigint as micro_usd
    from spend_days where account_id = ${accountId} and day >= ${fromDay}::date
    group by spend_days.day`.execute(db)
  return new Map(rows.map((row) => [row.day, row.micro_usd]))
}

/** The users whose rows are summed: one user, or all. */
export type SpendScope = AccountId | 'everybody'

/** An account's spending by ordering user, the largest first. */
export async function sumByPerson(
  db: Db,
  { accountId, fromDay }: SpendPeriod,
  whose: SpendScope = 'everybody',
): Promise<SpendRow[]> {
  const { rows } = await sql<SpendRow>`
    select user_id as id, coalesce(min(a.username), '') as name, sum(d.micro_usd)::bigint as micro_usd
    from spend_days d left join accounts a on a.id = d.user_id
    where d.account_id = ${accountId} and d.day >= ${fromDay}::date
      and d.user_id is not null and ${isOf(whose)}
    group by d.user_id order by 3 desc, 1`.execute(db)
  return rows
}

/** An account's spending by ordering API key, the largest first. */
export async function sumByKey(
  db: Db,
  { accountId, fromDay }: SpendPeriod,
  whose: SpendScope,
): Promise<SpendRow[]> {
  const { rows } = await sql<SpendRow>`
    select d.api_key_id as id, coalesce(min(k.name), '') as name, sum(d.micro_usd)::bigint as micro_usd
    from spend_days d left join api_keys k on k.id = d.api_key_id
    where d.account_id = ${accountId} and d.day >= ${fromDay}::date
      and d.api_key_id is not null and ${isOf(whose)}
    group by d.api_key_id order by 3 desc, 1`.execute(db)
  return rows
}

type SpendRow = z.infer<typeof SpendBy>

function isOf(whose: SpendScope): RawBuilder<boolean> {
  return whose === 'everybody' ? sql`true` : sql`d.user_id = ${whose}`
}

import type { SpendDimension, SpendProduct } from '@gridloom/contract/budgets/spend'
import { type AccountId, type IdKind, idPrefixes } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** What a group spent on one UTC day. */
export interface SpentRow {
  readonly id: string | null
  readonly name: string
  /** As `2026-11-21`. */
  readonly day: string
  readonly microUsd: MicroUsd
}

export interface SpendScope {
  readonly accountId: AccountId
  /** The user whose spend is summed; `null`: everybody's. */
  readonly userId: AccountId | null
  readonly from: string
  readonly to: string
}

/** Sums what an account spent by day and group. Days and groups without spend are left out. */
export async function selectSpend(
  db: Db,
  by: SpendDimension,
  { accountId, userId, from, to }: SpendScope,
): Promise<SpentRow[]> {
  const { id, name, joined } = dimensions[by]
  const { rows } = await sql<SpentRow>`
    select ${id} as id, coalesce(min(${name}), '') as name, to_char(d.day, 'YYYY-MM-DD') as day,
      sum(d.micro_usd)::bigint as "microUsd"
    from spend_days d ${joined}
    where d.account_id = ${accountId} and d.day between ${from}::date and ${to}::date
      and (${userId}::text is null or d.user_id = ${userId})
    group by 1, d.day`.execute(db)
  return rows
}

/** The kind of resource that each product is charged for; the rest is storage. */
const kinds = {
  instances: 'instance',
  volumes: 'volume',
  reservations: 'reservation',
  rendering: 'renderJob',
  models: 'allowance',
} as const satisfies Record<Exclude<SpendProduct, 'storage'>, IdKind>

const productOf = sql`case ${sql.join(
  Object.entries(kinds).map(
    ([product, kind]) =>
      sql`when starts_with(d.spent_on, ${`${idPrefixes[kind]}_`}) then ${product}::text`,
  ),
  sql` `,
)} else 'storage' end`

interface Dimension {
  id: RawBuilder<unknown>
  name: RawBuilder<unknown>
  joined: RawBuilder<unknown>
}

const dimensions: Readonly<Record<SpendDimension, Dimension>> = {
  product: { id: productOf, name: sql`''`, joined: sql`` },
  project: { id: sql`nullif(d.project, '')`, name: sql`''`, joined: sql`` },
  member: {
    id: sql`d.user_id`,
    name: sql`a.username`,
    joined: sql`left join accounts a on a.id = d.user_id`,
  },
  key: {
    id: sql`d.api_key_id`,
    name: sql`k.name`,
    joined: sql`left join api_keys k on k.id = d.api_key_id`,
  },
}

import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** Rentals with the templates of an account. */
export interface TemplateRentals {
  /** The owner of the templates. */
  readonly accountId: AccountId
  /** Full hours. */
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
  /** Accounts whose rentals do not count. */
  readonly except: readonly AccountId[]
}

/** Counts the instances with templates of an account that ran for a price in a period and cost paid money. */
export async function countRentedWithTemplates(
  db: Db,
  { accountId, from, to, except }: TemplateRentals,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct i.id)::int as n
    from templates t join instances i on i.template #>> '{source,id}' = t.id
      join ledger_accounts a on a.id = 'held:' || i.id
      join usage_intervals u on u.instance_id = i.id
    where t.account_id = ${accountId} and i.account_id <> all(${[...except]}::text[])
      and a.kind = 'held' and a.captured_micro_usd > 0
      and u.kind = 'running' and u.micro_usd > 0 and u.to_at > ${from} and u.to_at <= ${to}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

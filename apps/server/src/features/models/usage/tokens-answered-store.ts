import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/**
 * Sums the tokens that the machines of an account read and wrote for other accounts in a period. Answers whose charge was
 * paid by welcome credit in part, or not at all, do not count.
 */
export async function sumTokensAnswered(
  db: Db,
  { accountId, from, to }: { accountId: AccountId; from: Date; to: Date },
): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    with answers as (
      select g.transaction_id, sum(g.input_tokens::bigint + g.output_tokens)::bigint as tokens
      from machines m join generations g on g.machine_id = m.id
      where m.account_id = ${accountId} and g.account_id <> ${accountId} and g.micro_usd > 0
        and g.ended_at >= ${from} and g.ended_at < ${to}
      group by 1)
    select coalesce(sum(tokens), 0)::bigint as tokens from answers
    where not exists (select from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
        where e.transaction_id = answers.transaction_id and a.kind = 'welcome_earned')
      and exists (select from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
        where e.transaction_id = answers.transaction_id and a.kind = 'earned'
          and e.owner_account_id = ${accountId})`.execute(db)
  return rows[0]?.tokens ?? 0
}

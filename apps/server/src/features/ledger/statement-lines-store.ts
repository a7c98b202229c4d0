import type { AccountId } from '@gridloom/contract/core/ids'
import {
  type StatementAmounts,
  StatementBalance,
  type StatementLine,
} from '@gridloom/contract/receipts/signed-statement'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { IdRange } from './transaction-ids.ts'

/** Returns the time of the first transaction; `undefined`: there is none. */
export async function findFirstTransaction(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ledger_transactions order by id limit 1`.execute(db)
  return rows[0]?.at
}

/**
 * Returns all accounts that have transactions in a range of ids, in order. One pass over the range: a page of accounts
 * would take a pass of its own.
 */
export async function selectAccountsBetween(
  db: Db,
  { from, before }: IdRange,
): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select distinct owner_account_id as id from ledger_entries
    where transaction_id >= ${from} and transaction_id < ${before} and owner_account_id is not null
    order by owner_account_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns transactions that touched an account, oldest first: those of a range of ids after one of them. */
export async function selectStatementLines(
  db: Db,
  accountId: AccountId,
  { from, before, limit }: IdRange & { limit: number },
): Promise<StatementLine[]> {
  const { rows } = await sql<LineRow>`
    select t.id, t.kind, t.text, t.instance_id, t.render_job_id, t.allowance_id, t.volume_id, t.reservation_id,
      t.created_at, moved.amounts
    from (
      select transaction_id, jsonb_object_agg(kind, sum) as amounts from (
        select e.transaction_id, a.kind, sum(e.amount_micro_usd)::bigint as sum
        from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
        where e.owner_account_id = ${accountId} and e.transaction_id >= ${from} and e.transaction_id < ${before}
        group by e.transaction_id, a.kind
      ) kinds
      group by transaction_id order by transaction_id limit ${limit}
    ) moved join ledger_transactions t on t.id = moved.transaction_id
    order by t.id`.execute(db)
  return rows.map(lineOf)
}

type LineRow = Omit<StatementLine, 'type' | 'at' | 'amounts'> & {
  created_at: Date
  amounts: Partial<Record<StatementBalance, number>>
}

function lineOf({ created_at, amounts, ...row }: LineRow): StatementLine {
  return {
    type: 'line',
    ...{ id: row.id, at: created_at.toISOString(), kind: row.kind, text: row.text },
    ...{ instance_id: row.instance_id, render_job_id: row.render_job_id },
    ...{ allowance_id: row.allowance_id, volume_id: row.volume_id },
    ...{ reservation_id: row.reservation_id, amounts: amountsOf(amounts) },
  }
}

function amountsOf(amounts: LineRow['amounts']): StatementAmounts {
  return StatementBalance.options.flatMap((balance): StatementAmounts => {
    const microUsd = amounts[balance] ?? 0
    return microUsd === 0 ? [] : [[balance, microUsd]]
  })
}

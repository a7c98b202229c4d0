import type { AccountId, MachineId, PayoutId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Earner } from './ledger-accounts.ts'

/** What a machine, or an account itself, has left of its earnings, without those of welcome credit. */
export interface EarnedBalance {
  readonly id: Earner
  readonly microUsd: MicroUsd
}

/** Returns the earnings that the machines of an account have left, and those of the account itself. */
export async function selectEarned(db: Db, accountId: AccountId): Promise<EarnedBalance[]> {
  const { rows } = await earnedOf(accountId).execute(db)
  return rows
}

/** As {@link selectEarned}, under locks until the transaction ends, in the order of every posting. */
export async function lockEarned({ db }: Tx, accountId: AccountId): Promise<EarnedBalance[]> {
  const { rows } = await sql<EarnedBalance>`${earnedOf(accountId)} for no key update`.execute(db)
  return rows
}

function earnedOf(accountId: AccountId) {
  return sql<EarnedBalance>`
    select split_part(id, ':', 2) as id, balance_micro_usd as "microUsd" from ledger_accounts
    where owner_account_id = ${accountId} and kind = 'earned' order by ledger_accounts.id`
}

/** What a machine earned on a UTC day, less the credits that it paid back then. */
export interface PaidDay {
  readonly id: MachineId
  /** As `2026-11-21`. */
  readonly day: string
  readonly microUsd: MicroUsd
}

/** Returns the days since a time on which an account's machines earned, without earnings of welcome credit. */
export async function selectPaidDays(
  db: Db,
  accountId: AccountId,
  since: Date,
): Promise<PaidDay[]> {
  const { rows } = await sql<PaidDay>`
    select split_part(ledger_account_id, ':', 2) as id,
      to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day, sum(earned_micro_usd)::bigint as "microUsd"
    from ledger_rollups
    where owner_account_id = ${accountId} and starts_with(ledger_account_id, 'earned:') and span = 'day'
      and period >= ${since} and (line = 'earning' or kind = 'service_credit')
    group by ledger_account_id, period`.execute(db)
  return rows
}

/** Returns what was set aside for a payout from each earner. */
export async function selectReserved({ db }: Tx, payoutId: PayoutId): Promise<EarnedBalance[]> {
  const { rows } = await sql<EarnedBalance>`
    select split_part(e.ledger_account_id, ':', 2) as id, -e.amount_micro_usd as "microUsd"
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.idempotency_key = ${`payout_hold:${payoutId}`} and starts_with(e.ledger_account_id, 'earned:')
    order by e.ledger_account_id`.execute(db)
  return rows
}

/** Returns what an account owes for reversed deposits, as an amount above zero. */
export async function selectDebt(db: Db, accountId: AccountId): Promise<MicroUsd> {
  const { rows } = await sql<{ debt: MicroUsd }>`
    select -balance_micro_usd as debt from ledger_accounts where id = ${`debt:${accountId}`}`.execute(
    db,
  )
  return rows[0]?.debt ?? 0
}

/** Returns what all accounts have left of their earnings, without those of welcome credit, and what payouts hold. */
export async function selectOwed(db: Db): Promise<{ earned: MicroUsd; inPayouts: MicroUsd }> {
  const { rows } = await sql<{ earned: MicroUsd; inPayouts: MicroUsd }>`
    select coalesce(sum(balance_micro_usd) filter (where kind = 'earned'), 0)::bigint as earned,
      coalesce(sum(balance_micro_usd) filter (where kind = 'payout'), 0)::bigint as "inPayouts"
    from ledger_accounts where kind in ('earned', 'payout')`.execute(db)
  return rows[0] ?? { earned: 0, inPayouts: 0 }
}

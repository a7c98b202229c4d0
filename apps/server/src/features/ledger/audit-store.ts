import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** At most this many of each kind are returned: memory is bounded however much is wrong. */
const wrongMax = 100

/** A transaction or ledger account that is wrong, and by how much in micro-dollars. */
export interface WrongRecord {
  readonly id: string
  readonly off: number
}

export interface Totals {
  transactions: number
  entries: number
  /** The sum of all entries. */
  sum: number
}

export async function selectTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select (select count(*) from ledger_transactions) as transactions,
      count(*) as entries, coalesce(sum(amount_micro_usd), 0)::bigint as sum
    from ledger_entries`.execute(db)
  return rows[0] ?? { transactions: 0, entries: 0, sum: 0 }
}

/** Transactions whose entries do not add up to zero, or that have none. */
export async function selectUnbalanced(db: Db): Promise<WrongRecord[]> {
  return foundIn(
    await sql<WrongRecord>`
      select t.id, coalesce(sum(e.amount_micro_usd), 0)::bigint as off
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having sum(e.amount_micro_usd) is distinct from 0 limit ${wrongMax}`.execute(
      db,
    ),
  )
}

/** Accounts whose running balance is not the sum of their entries, or of their hours or days. */
export async function selectDrifted(db: Db): Promise<WrongRecord[]> {
  return foundIn(
    await sql<WrongRecord>`
      select id, max(off)::bigint as off from (
      select a.id, a.balance_micro_usd - coalesce(sum(e.amount_micro_usd), 0) as off from ledger_accounts a
        left join ledger_entries e on e.ledger_account_id = a.id
        left join ledger_transactions t on t.id = e.transaction_id
      where a.balance_micro_usd is not null
      group by a.id
      having a.balance_micro_usd <> coalesce(sum(e.amount_micro_usd), 0)
        or a.captured_micro_usd <> coalesce(
          -sum(e.amount_micro_usd) filter (where t.kind = 'capture' and a.kind in ('held', 'welcome_held')), 0)
      union all select a.id, a.balance_micro_usd - coalesce(
          sum(r.available_micro_usd + r.held_micro_usd + r.earned_micro_usd), 0) as off
        from ledger_accounts a cross join (values ('hour'), ('day')) as spans (span)
        left join ledger_rollups r on r.ledger_account_id = a.id and r.span = spans.span
      where a.balance_micro_usd is not null and a.owner_account_id is not null
      group by a.id, spans.span
      having a.balance_micro_usd <> coalesce(
        sum(r.available_micro_usd + r.held_micro_usd + r.earned_micro_usd), 0)) wrong
      group by id limit ${wrongMax}`.execute(db),
  )
}

export async function selectNegative(db: Db): Promise<WrongRecord[]> {
  return foundIn(
    await sql<WrongRecord>`
      select id, balance_micro_usd as off from ledger_accounts
      where case kind when 'debt' then balance_micro_usd > 0 else balance_micro_usd < 0 end
      limit ${wrongMax}`.execute(db),
  )
}

/** Instances, render jobs, spending allowances, volumes and reservations whose receipt lines do not add up to the captures of their hold. */
export async function selectWrongReceipts(db: Db): Promise<WrongRecord[]> {
  return foundIn(
    await sql<WrongRecord>`
      select a.id,
        (a.captured_micro_usd + coalesce(w.captured_micro_usd, 0) - coalesce(sum(line.micro_usd), 0))::bigint as off
      from ledger_accounts a
        left join ledger_accounts w on w.id = 'welcome_' || a.id
        left join (
          select 'held:' || instance_id as id, micro_usd from usage_intervals
          union all select 'held:' || job_id, micro_usd from render_charges
          union all select 'held:' || allowance_id, micro_usd from generations
          union all select 'held:' || volume_id, micro_usd from volume_charges
          union all select 'held:' || reservation_id, micro_usd from reservation_lines) line on line.id = a.id
      where a.kind = 'held'
      group by a.id, w.id
      having a.captured_micro_usd + coalesce(w.captured_micro_usd, 0) <> coalesce(sum(line.micro_usd), 0)
      limit ${wrongMax}`.execute(db),
  )
}

function foundIn({ rows }: { rows: WrongRecord[] }): WrongRecord[] {
  return rows
}

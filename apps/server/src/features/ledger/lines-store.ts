import {
  type AccountId,
  InstanceId,
  MachineId,
  RenderJobId,
  ReservationId,
  TransactionId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { LedgerLine, LineKind, Product } from '@gridloom/contract/ledger/line'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { LinePlace } from './line-cursor.ts'
import type { IdRange } from './transaction-ids.ts'

/** A filter of the lines of an account. */
export interface LineFilter {
  readonly accountId: AccountId
  readonly kinds: readonly LineKind[]
  readonly product: Product | undefined
  /** An instance, a render job, a volume, a reservation or a machine. */
  readonly subject: string | undefined
  readonly from: Date | undefined
  /** Exclusive. */
  readonly to: Date | undefined
  readonly limit: number
}

/** Returns lines of hours or days after a place, newest first: an index range that ends with the page. */
export async function selectRollups(
  db: Db,
  filter: LineFilter & { span: 'hour' | 'day'; after: LinePlace | undefined },
): Promise<LedgerLine[]> {
  const { span, after } = filter
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(period, line, product, subject)
          < (${after.period}::timestamptz, ${after.kind}, ${after.product}, ${after.subject})`
  const { rows } = await sql<LineRow>`
    select period as at, line, product, subject, null as transaction_id,
      sum(transactions)::bigint as transactions,
      case when sum(transactions) = 1 then max(text) end as text, ${sums}
    from ledger_rollups
    where owner_account_id = ${filter.accountId} and span = ${span} and ${beyond}
      and ${matches(filter)} and ${inPeriod(filter, sql`period`)}
    group by period, line, product, subject
    order by period desc, line desc, product desc, subject desc
    limit ${filter.limit}`.execute(db)
  return rows.map(lineOf)
}

/** Returns the lines of the next `limit` transactions after one, newest first, and the last of these transactions. */
export async function selectTransactionLines(
  db: Db,
  filter: LineFilter & { ids: IdRange },
): Promise<LedgerLine[]> {
  const { ids } = filter
  const { rows } = await sql<LineRow>`
    with page as materialized (
      select distinct transaction_id from ledger_lines
      where owner_account_id = ${filter.accountId}
        and transaction_id < ${ids.before} and transaction_id >= ${ids.from}
        and ${matches(filter)} and ${inPeriod(filter, sql`at`)}
      order by transaction_id desc limit ${filter.limit})
    select min(at) as at, line, product, subject, transaction_id, 1 as transactions,
      max(text) as text, sum(available_micro_usd)::bigint as available,
      sum(held_micro_usd)::bigint as held, sum(earned_micro_usd)::bigint as earned,
      max(fee_micro_usd)::bigint as fee
    from ledger_lines join page using (transaction_id)
    where owner_account_id = ${filter.accountId} and ${matches(filter)}
    group by transaction_id, line, product, subject
    order by transaction_id desc, line desc`.execute(db)
  return rows.map(lineOf)
}

const sums = sql`sum(available_micro_usd)::bigint as available, sum(held_micro_usd)::bigint as held,
  sum(earned_micro_usd)::bigint as earned, sum(fee_micro_usd)::bigint as fee`

function matches({ kinds, product, subject }: LineFilter): RawBuilder<unknown> {
  return sql`line = any(${kinds}::text[])
    and ${product === undefined ? sql`true` : sql`product = ${product}`}
    and ${subject === undefined ? sql`true` : sql`subject = ${subject}`}`
}

function inPeriod({ from, to }: LineFilter, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`true` : sql`${at} >= ${from}`}
    and ${to === undefined ? sql`true` : sql`${at} < ${to}`}`
}

interface LineRow {
  at: Date
  line: LineKind
  product: Product | ''
  subject: string
  transaction_id: string | null
  transactions: number
  text: string | null
  available: number
  held: number
  earned: number
  fee: number
}

function lineOf(row: LineRow): LedgerLine {
  return {
    at: row.at.toISOString(),
    kind: row.line,
    product: row.product === '' ? null : row.product,
    instance_id: InstanceId.safeParse(row.subject).data ?? null,
    render_job_id: RenderJobId.safeParse(row.subject).data ?? null,
    volume_id: VolumeId.safeParse(row.subject).data ?? null,
    reservation_id: ReservationId.safeParse(row.subject).data ?? null,
    machine_id: MachineId.safeParse(row.subject).data ?? null,
    transactions: row.transactions,
    transaction_id: row.transaction_id === null ? null : TransactionId.parse(row.transaction_id),
    text: row.text,
    available_change_micro_usd: row.available,
    held_change_micro_usd: row.held,
    earned_change_micro_usd: row.earned,
    fee_micro_usd: row.fee,
  }
}

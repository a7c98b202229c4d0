import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReceiptLine, ReceiptLinesPer } from '@gridloom/contract/instances/receipt'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** The most lines of a receipt that are read at once; an instance has up to 525,600 intervals a year. */
const linesMax = 5_000

/** The lines of a receipt: each interval, or sums whose total is the same. */
export interface ReceiptLines {
  readonly per: ReceiptLinesPer
  readonly lines: ReceiptLine[]
}

interface LineRow {
  key: string
  kind: ReceiptLine['kind']
  from_at: Date
  to_at: Date
  seconds: number
  micro_usd_per_hour: number
  micro_usd: number
  transaction_id: string | null
}

/**
 * Returns the charged intervals of an instance, oldest first, and where they are more than 5,000 their sums by UTC day and
 * price, by month and price, or by kind alone.
 */
export async function selectReceiptLines(db: Db, id: InstanceId): Promise<ReceiptLines> {
  const intervals = await selectReceiptPage(db, id, { after: null, limit: linesMax + 1 })
  if (intervals.length <= linesMax) return { per: 'interval', lines: intervals }
  for (const per of ['day', 'month'] as const) {
    const lines = await selectSums(db, id, per)
    if (lines.length <= linesMax) return { per, lines }
  }
  return { per: 'kind', lines: await selectSums(db, id, 'kind') }
}

/** Returns the next intervals, oldest first, after one of them. */
export async function selectReceiptPage(
  db: Db,
  id: InstanceId,
  { after, limit }: { after: Pick<ReceiptLine, 'kind' | 'from'> | null; limit: number },
): Promise<ReceiptLine[]> {
  // No two intervals of a kind begin at once: the index of that rule gives each kind in order.
  const beyond =
    after === null
      ? sql`true`
      : sql`from_at >= ${after.from} and (from_at, kind) > (${after.from}, ${after.kind})`
  const ofKind = (kind: ReceiptLine['kind']) => sql`(
    select key, kind, from_at, to_at, seconds, micro_usd_per_hour, micro_usd, transaction_id
    from usage_intervals where instance_id = ${id} and kind = ${kind} and ${beyond}
    order by from_at limit ${limit})`
  const { rows } = await sql<LineRow>`
    select * from (${ofKind('running')} union all ${ofKind('stopped_disk')}) line
    order by from_at, kind limit ${limit}`.execute(db)
  return rows.map(lineOf)
}

/** A sum has the key of its first interval, no transaction, and for all prices together their average. */
async function selectSums(db: Db, id: InstanceId, per: 'day' | 'month' | 'kind') {
  const span = per === 'kind' ? sql`null` : sql`date_trunc(${sql.lit(per)}, from_at, 'UTC')`
  const price =
    per === 'kind'
      ? sql`coalesce(round(sum(micro_usd) * 3600 / nullif(sum(seconds), 0)), 0)::bigint`
      : sql`micro_usd_per_hour`
  const groups = per === 'kind' ? sql`kind` : sql`kind, micro_usd_per_hour, ${span}`
  const { rows } = await sql<LineRow>`
    select min(key) as key, kind, min(from_at) as from_at, max(to_at) as to_at,
      sum(seconds)::bigint as seconds, ${price} as micro_usd_per_hour,
      sum(micro_usd)::bigint as micro_usd, null as transaction_id
    from usage_intervals where instance_id = ${id}
    group by ${groups} order by from_at, kind, key limit ${linesMax + 1}`.execute(db)
  return rows.map(lineOf)
}

function lineOf(row: LineRow): ReceiptLine {
  const { from_at, to_at, transaction_id, ...line } = row
  return {
    ...line,
    from: from_at.toISOString(),
    to: to_at.toISOString(),
    transaction_id: transaction_id ?? '',
  }
}

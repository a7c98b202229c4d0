import type { Client } from '@gridloom/client/calls'
import type { LedgerLine } from '@gridloom/contract/ledger/line'
import { csvQuoted, csvText, csvUsd } from '../../../ui/format/csv.ts'

const pageSize = 1_000
/** The most transactions in one file: spreadsheets open about a million rows. */
const pagesMax = 200

/** Reads the newest transactions one by one, holds included, at most 200,000. */
export async function readAllLines(client: Client): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { granularity: 'transaction', holds: 'true', limit: pageSize } as const
    const found: { lines: LedgerLine[]; next_cursor: string | null } = await client.ledger.lines({
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
    })
    lines.push(...found.lines)
    cursor = found.next_cursor
    if (cursor === null) break
  }
  return lines
}

const columns = [
  'time',
  'transaction',
  'kind',
  'product',
  'resource',
  'description',
  'available_change_usd',
  'held_change_usd',
  'earned_change_usd',
  'fee_usd',
]

/** Writes lines as CSV (RFC 4180), with exact amounts in dollars. */
export function csvOf(lines: readonly LedgerLine[]): string {
  const rows = lines.map((line) => [
    line.at,
    line.transaction_id ?? '',
    line.kind,
    line.product ?? '',
    line.instance_id ??
      line.reservation_id ??
      line.render_job_id ??
      line.volume_id ??
      line.machine_id ??
      '',
    csvQuoted(line.text ?? ''),
    csvUsd(line.available_change_micro_usd),
    csvUsd(line.held_change_micro_usd),
    csvUsd(line.earned_change_micro_usd),
    csvUsd(line.fee_micro_usd),
  ])
  return csvText([columns, ...rows])
}

import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { PaperColumn } from '../../../platform/pdf/paper.ts'
import type { ReceiptFacts } from './receipt-paper.ts'
import { type SumPer, sumLines } from './sum-lines.ts'

const columns: readonly PaperColumn[] = [
  { text: 'From, UTC', x: 48 },
  { text: 'To, UTC', x: 150 },
  { text: 'For', x: 252, widthMax: 90 },
  { text: 'Seconds', x: 390, align: 'right' },
  { text: 'Price', x: 470, align: 'right' },
  { text: 'Cost, USD', x: 547, align: 'right' },
]

export const kindWords = {
  running: 'Running',
  stopped_disk: 'Disk, stopped',
} as const satisfies Record<ReceiptLine['kind'], string>

const summedWords = {
  interval: null,
  day: 'Intervals are summed by UTC day and price. The CSV file lists each.',
  month: 'Intervals are summed by UTC month and price. The CSV file lists each.',
  kind: 'Intervals are summed. The CSV file lists each.',
} as const satisfies Record<SumPer, string | null>

/** Returns what the receipt of an instance says. Pure. */
export function instanceReceipt(receipt: Receipt): ReceiptFacts {
  const { instance, lines, total_micro_usd: total, credited_micro_usd: credited } = receipt
  const { per, rows } = sumLines(lines)
  const shownPer = per === 'interval' ? receipt.lines_per : per
  return {
    name: `Receipt of instance ${instance.label}`,
    subject: instance.id,
    facts: [
      ['Machine', instance.machine_name],
      ['Template', instance.template_name],
      ['Running', formatDuration(receipt.running_s)],
      ...(receipt.stopped_s > 0 ? [['Stopped', formatDuration(receipt.stopped_s)] as const] : []),
    ],
    columns,
    rows: rows.map((row) => [
      timeWords(row.from),
      timeWords(row.to),
      kindWords[row.kind],
      String(row.seconds),
      row.microUsdPerHour === null ? 'several' : formatPerHour(row.microUsdPerHour),
      formatUsdExact(row.microUsd),
    ]),
    sums:
      credited === 0
        ? []
        : [
            ['Charged', formatUsdExact(total)],
            ['Automatic credits', formatUsdExact(-credited)],
          ],
    total: formatUsdExact(total - credited),
    state: receipt.final ? 'final' : 'in_progress',
    summed: summedWords[shownPer],
  }
}

/** `2026-11-28T09:15:02.000Z` as `2026-11-28 09:15:02`. */
export function timeWords(at: string): string {
  return at.slice(0, 19).replace('T', ' ')
}

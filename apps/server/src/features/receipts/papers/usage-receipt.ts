import { formatUsdExact } from '@gridloom/domain/money-format'
import type { PaperColumn } from '../../../platform/pdf/paper.ts'
import type { ApiUsage } from '../../models/index.ts'
import type { ReceiptFacts } from './receipt-paper.ts'
import { rowsMax } from './sum-lines.ts'

type Row = ApiUsage['days'][number]

const columns: readonly PaperColumn[] = [
  { text: 'Day, UTC', x: 48 },
  { text: 'Model', x: 112, widthMax: 165 },
  { text: 'Answers', x: 322, align: 'right' },
  { text: 'Input tokens', x: 392, align: 'right' },
  { text: 'Output tokens', x: 466, align: 'right' },
  { text: 'Cost, USD', x: 547, align: 'right' },
]

/** Names a receipt of API use in files and in its foot. */
export function usageSubject({ from, to, key }: Pick<ApiUsage, 'key' | 'to' | 'from'>): string {
  return `api-${key === null ? '' : `${key}-`}${from}-${to}`
}

/** Returns what the receipt of API use says: each model and day, or where they are too many, each model. Pure. */
export function usageReceipt(usage: ApiUsage): ReceiptFacts {
  const { from, to, key, days } = usage
  const isSummed = days.length > rowsMax
  const sum = (of: (row: Row) => number) => days.reduce((total, row) => total + of(row), 0)
  return {
    name: 'Receipt of API use',
    subject: usageSubject(usage),
    facts: [
      ['From', from],
      ['To', `${to}, UTC`],
      ['API key', key ?? 'all'],
      ['Answers', String(sum(({ answers }) => answers))],
    ],
    columns,
    rows: (isSummed ? byModel(days) : days).map((row) => [
      isSummed ? '' : row.day,
      row.modelId,
      ...[row.answers, row.inputTokens, row.outputTokens].map(String),
      formatUsdExact(row.microUsd),
    ]),
    sums: [],
    total: formatUsdExact(sum(({ microUsd }) => microUsd)),
    state: usage.isRunning ? 'in_progress' : 'final',
    summed: isSummed ? 'Days are summed by model. The CSV file lists each.' : null,
  }
}

/** Sums days by model; models beyond the most rows are one. */
function byModel(days: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of days) {
    const isNew = !sums.has(row.modelId)
    const modelId = isNew && sums.size >= rowsMax - 1 ? 'Other models' : row.modelId
    const before = sums.get(modelId)
    const plus = (of: (one: Row) => number) => of(row) + (before === undefined ? 0 : of(before))
    sums.set(modelId, {
      ...{ day: row.day, modelId, answers: plus(({ answers }) => answers) },
      inputTokens: plus(({ inputTokens }) => inputTokens),
      cachedTokens: plus(({ cachedTokens }) => cachedTokens),
      outputTokens: plus(({ outputTokens }) => outputTokens),
      microUsd: plus(({ microUsd }) => microUsd),
    })
  }
  return [...sums.values()]
}

import type { ReceiptLine } from '@gridloom/contract/instances/receipt'

/** The most rows that a PDF lists; of more lines it has sums, and CSV has them all. */
export const rowsMax = 300

/** Lines that are summed: of one kind and price in a day or month, or of one kind in all. */
export interface SummedLine {
  readonly kind: ReceiptLine['kind']
  readonly from: string
  readonly to: string
  readonly seconds: number
  /** `null`: of several prices. */
  readonly microUsdPerHour: number | null
  readonly microUsd: number
}

export type SumPer = 'interval' | 'day' | 'month' | 'kind'

/**
 * Returns the lines of an instance's receipt in at most `max` rows, and at least one per kind: each interval, or the sums of
 * each UTC day, of each month, or of all. Lines are in the order of time. Pure.
 */
export function sumLines(
  lines: readonly ReceiptLine[],
  max: number = rowsMax,
): { per: SumPer; rows: readonly SummedLine[] } {
  for (const per of ['interval', 'day', 'month'] as const) {
    const rows = summed(lines, { per, max })
    if (rows !== undefined) return { per, rows }
  }
  return { per: 'kind', rows: summed(lines, { per: 'kind', max: Infinity }) ?? [] }
}

type Sum = { -readonly [Name in keyof SummedLine]: SummedLine[Name] }

/** Returns `undefined` as soon as there are more than `max`: an instance has a line per minute. */
function summed(
  lines: readonly ReceiptLine[],
  { per, max }: { per: SumPer; max: number },
): SummedLine[] | undefined {
  const sums = new Map<string, Sum>()
  for (const line of lines) {
    const key = keyOf(line, per)
    const sum = sums.get(key)
    if (sum !== undefined) {
      sum.to = line.to
      sum.seconds += line.seconds
      sum.microUsd += line.micro_usd
      continue
    }
    if (sums.size >= max) return undefined
    const { kind, from, to, seconds, micro_usd: microUsd } = line
    const microUsdPerHour = per === 'kind' ? null : line.micro_usd_per_hour
    sums.set(key, { kind, from, to, seconds, microUsdPerHour, microUsd })
  }
  return [...sums.values()]
}

function keyOf({ key, kind, from, micro_usd_per_hour: price }: ReceiptLine, per: SumPer): string {
  switch (per) {
    case 'interval':
      return key
    case 'day':
      return `${from.slice(0, 10)} ${kind} ${price}`
    case 'month':
      return `${from.slice(0, 7)} ${kind} ${price}`
    case 'kind':
      return kind
  }
}

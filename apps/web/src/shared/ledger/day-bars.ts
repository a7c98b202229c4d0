import { plural } from '../../ui/format/numbers.ts'

/** A bar chart of days: its top, and the height of each day's bar. */
export interface DayBars {
  /** The round amount at the chart's top, in micro-dollars. */
  topMicroUsd: number
  /** The bars' heights from 0 to 1, in the order of the days. */
  shares: readonly number[]
}

/** The smallest top of a chart: one cent. */
const topMin = 10_000

/** Scales the days' spend to the next round amount above the highest. A day below zero, by its credits, has no bar. */
export function dayBars(days: readonly { micro_usd: number }[]): DayBars {
  const most = Math.max(0, ...days.map(({ micro_usd }) => micro_usd))
  const topMicroUsd = roundUp(Math.max(most, topMin))
  return { topMicroUsd, shares: days.map(({ micro_usd }) => Math.max(0, micro_usd) / topMicroUsd) }
}

/** Rounds up to the next of 1, 2, 5, 10, 20, 50… */
export function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount))
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= amount) ?? 10 * power
}

const word = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a UTC day: `Nov 21`. */
export function dayWord(day: string): string {
  return word.format(new Date(`${day}T00:00:00Z`))
}

/** Describes a chart for screen readers. */
export function daySummary(
  days: readonly { day: string; micro_usd: number }[],
  { of, inWords }: { of: string; inWords: (microUsd: number) => string },
): string {
  const total = days.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
  const head = `${of} by day over ${plural(days.length, 'day')}: ${inWords(total)} in total`
  const most = days.toSorted((one, other) => other.micro_usd - one.micro_usd)[0]
  if (most === undefined || most.micro_usd <= 0) return head
  return `${head}, most on ${dayWord(most.day)} with ${inWords(most.micro_usd)}`
}

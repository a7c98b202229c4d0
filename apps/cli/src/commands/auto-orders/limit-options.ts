import { autoOrderDaysMax, autoOrderInstancesMax } from '@gridloom/contract/auto-orders/auto-order'
import type { Command } from 'commander'
import { UsageError } from '../../errors.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { parseDuration, wholeNumber } from '../../input/parse-values.ts'

export interface LimitOptions {
  query?: string
  maxPrice?: number
  count?: number
  running?: number
  totalBudget?: number
  until?: string
}

const dayS = 24 * 60 * 60

/** Adds the limits of an automatic order: the same to create one and to change it. */
export function addLimitOptions(command: Command): Command {
  return command
    .option('--query <query>', 'query of offers, as for gridloom offers')
    .option(
      '--max-price <usd>',
      'the most that an instance may cost per hour, with its disk',
      (text: string) => parseUsd(text, '--max-price'),
    )
    .option(
      '--count <n>',
      'how many instances it rents in all (default: 1)',
      wholeNumber('--count', 1, autoOrderInstancesMax),
    )
    .option(
      '--running <n>',
      'how many of them may run at the same time',
      wholeNumber('--running', 1, autoOrderInstancesMax),
    )
    .option(
      '--total-budget <usd>',
      'the most that all its instances cost together; each one gets a share as its own budget',
      (text: string) => parseUsd(text, '--total-budget'),
    )
    .option('--until <time>', 'when it ends: a duration such as 3d, or a time (default: in 7 days)')
}

/** The end date of an option: a time, or a duration from now. */
export function endDateOf(text: string | undefined, nowMs: number): string | undefined {
  if (text === undefined) return undefined
  if (/^[0-9]+[smhd]$/.test(text)) {
    const seconds = parseDuration(text, {
      ...{ what: '--until', minS: 60, maxS: autoOrderDaysMax * dayS },
    })
    return new Date(nowMs + seconds * 1_000).toISOString()
  }
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs))
    throw new UsageError(
      `--until must be a duration such as 3d, or a time such as 2026-12-24T18:00, not "${text}".`,
    )
  return new Date(atMs).toISOString()
}

import { limits } from '@gridloom/contract/core/constants'
import { UsageError } from '../../errors.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { parseDuration } from '../../input/parse-values.ts'

/** The thresholds of idleness, in percent, unless they are given or set already. */
export const usualIdlePercent = 5

/** The value of an option that can be turned off. */
export type OrOff<Value> = Value | 'off'

/** Makes a parser that takes `off` as well. */
export function orOff<Value>(parse: (text: string) => Value): (text: string) => OrOff<Value> {
  return (text) => (text === 'off' ? 'off' : parse(text))
}

/** The setting of such an option: `null` for off. */
export function settingOf<Value>(value: OrOff<Value>): Value | null {
  return value === 'off' ? null : value
}

/** Parses a budget in dollars as micro-dollars. */
export function budgetOf(text: string): number {
  return parseUsd(text, '--budget')
}

/** Parses how long an instance may run, as seconds. */
export function stopAfterOf(text: string): number {
  return parseDuration(text, {
    what: '--stop-after',
    minS: limits.stopAfterSMin,
    maxS: limits.stopAfterSMax,
  })
}

/** Parses a time; without a zone it is that of this computer. */
export function stopAtOf(text: string): string {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs))
    throw new UsageError(`--stop-at must be a time such as 2026-11-27T18:00, not "${text}".`)
  return new Date(atMs).toISOString()
}

import { formatUsd, formatUsdExact, hoursPerMonth } from '@gridloom/domain/money-format'

/**
 * Micro-dollars as dollars: cents from a dollar up, below that as many digits as the first two that
 * count need (`$0.0042`).
 */
export function formatMoney(microUsd: number): string {
  return withMinus(formatUsd(microUsd))
}

/** A signed amount with all six places, in two parts: down to the cent, and below it. */
export function splitMoneyChange(microUsd: number): { cents: string; rest: string } {
  const sign = microUsd < 0 ? '−' : '+'
  const size = Math.abs(microUsd)
  const belowCent = size % 10_000
  return {
    cents: sign + formatUsdExact(size - belowCent),
    rest: String(belowCent).padStart(4, '0'),
  }
}

/** Every digit that counts, for receipts and titles: `$0.419999`. */
export function formatMoneyExact(microUsd: number): string {
  return withMinus(formatUsdExact(microUsd))
}

/** A price with its period: `$0.42/h`; nothing is `free`. */
export function formatPerHour(microUsdPerHour: number): string {
  return microUsdPerHour === 0 ? 'free' : `${formatMoney(microUsdPerHour)}/h`
}

/** What an hourly price comes to in 30 days: `≈ $302/month`. */
export function formatPerMonth(microUsdPerHour: number): string {
  const microUsd = microUsdPerHour * hoursPerMonth
  if (Math.abs(microUsd) < 10_000_000) return `≈ ${formatMoney(microUsd)}/month`
  const wholeUsd = Math.round(microUsd / 1_000_000) * 1_000_000
  return `≈ ${formatMoney(wholeUsd).replace(/\.00$/, '')}/month`
}

/** A true minus sign is as wide as the plus and the digits. */
function withMinus(text: string): string {
  return text.replace(/^-/, '−')
}

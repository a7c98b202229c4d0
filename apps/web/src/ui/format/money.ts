import {
  formatUsd,
  formatUsdExact,
  formatPerHour as perHour,
  formatPerMonth as perMonth,
} from '@gridloom/domain/money-format'

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
  return microUsdPerHour === 0 ? 'free' : withMinus(perHour(microUsdPerHour))
}

/** What an hourly price comes to in 30 days: `≈ $302/month`. */
export function formatPerMonth(microUsdPerHour: number): string {
  return withMinus(perMonth(microUsdPerHour))
}

/** A true minus sign is as wide as the plus and the digits. */
function withMinus(text: string): string {
  return text.replace('-', '−')
}

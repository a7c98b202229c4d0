import {
  formatUsd,
  formatUsdExact,
  formatPerHour as perHour,
  formatPerMonth as perMonth,
} from '@gridloom/domain/money-format'

/**
 * Formats micro-dollars as dollars: with cents from one dollar up, below that with two significant digits (`$0.0042`).
 */
export function formatMoney(microUsd: number): string {
  return withMinus(formatUsd(microUsd))
}

/** Formats a signed amount with six decimals, split into the part down to the cent and the rest. */
export function splitMoneyChange(microUsd: number): { cents: string; rest: string } {
  const sign = microUsd < 0 ? '−' : '+'
  const size = Math.abs(microUsd)
  const belowCent = size % 10_000
  return {
    cents: sign + formatUsdExact(size - belowCent),
    rest: String(belowCent).padStart(4, '0'),
  }
}

/** Formats all significant digits, for receipts and tooltips: `$0.419999`. */
export function formatMoneyExact(microUsd: number): string {
  return withMinus(formatUsdExact(microUsd))
}

/** Formats a price with its period: `$0.42/h`; zero is `free`. */
export function formatPerHour(microUsdPerHour: number): string {
  return microUsdPerHour === 0 ? 'free' : withMinus(perHour(microUsdPerHour))
}

/** Formats the price of 30 days: `≈ $302/month`. */
export function formatPerMonth(microUsdPerHour: number): string {
  return withMinus(perMonth(microUsdPerHour)).replace(' ', '\u00a0')
}

/** Uses a true minus sign, which is as wide as the plus sign and the digits. */
function withMinus(text: string): string {
  return text.replace('-', '−')
}

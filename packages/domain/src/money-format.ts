import type { MicroUsd, MicroUsdPerHour } from '@gridloom/contract/core/values'

/** A month of 30 days, in hours: the meaning of "per month" wherever a price is shown. */
export const hoursPerMonth = 720

/**
 * An amount for users: cents from a dollar up (`$1,234.50`), and below a dollar as many digits as the first two
 * significant ones need (`$0.42`, `$0.0037`, `$0.000001`). Rounded half away from zero.
 */
export function formatUsd(microUsd: MicroUsd): string {
  const size = Math.abs(microUsd)
  const step = size >= 1_000_000 ? 10_000 : stepFor(size)
  return formatUsdExact(Math.sign(microUsd) * Math.round(size / step) * step)
}

/** An amount with all its digits, at least cents: `$0.42`, `$0.419999`. For statements and receipts. */
export function formatUsdExact(microUsd: MicroUsd): string {
  const size = Math.abs(microUsd)
  const dollars = Math.floor(size / 1_000_000)
  const fraction = String(size % 1_000_000).padStart(6, '0')
  const shown = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '')
  const grouped = String(dollars).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${microUsd < 0 ? '-' : ''}$${grouped}.${shown}`
}

/** A price as `$0.42/h`. */
export function formatPerHour(microUsdPerHour: MicroUsdPerHour): string {
  return `${formatUsd(microUsdPerHour)}/h`
}

/** A price per month of 30 days, as `≈ $302/month`; below $10 with cents. */
export function formatPerMonth(microUsdPerHour: MicroUsdPerHour): string {
  const microUsd = microUsdPerHour * hoursPerMonth
  if (Math.abs(microUsd) < 10_000_000) return `≈ ${formatUsd(microUsd)}/month`
  return `≈ ${formatUsd(Math.round(microUsd / 1_000_000) * 1_000_000).replace(/\.00$/, '')}/month`
}

/** The size of the second significant digit, between one micro-dollar and a cent. */
function stepFor(size: number): number {
  const digits = String(size).length
  return Math.min(10_000, 10 ** Math.max(0, digits - 2))
}

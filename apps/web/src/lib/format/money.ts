import { microUsdPerUsd } from '@gridloom/contract/constants'

const hoursPerMonth = 720

/**
 * Micro-dollars as dollars. Two places from a cent up; below that as many as it takes to show the
 * first two digits that are not zero, down to one micro-dollar (`$0.00042`).
 */
export function formatMoney(microUsd: number): string {
  const sign = microUsd < 0 ? '−' : ''
  const usd = Math.abs(microUsd) / microUsdPerUsd
  return `${sign}$${groupThousands(usd.toFixed(placesFor(usd)))}`
}

/** As {@link formatMoney} with a sign in front of gains too; for ledgers. */
export function formatMoneyChange(microUsd: number): string {
  return microUsd > 0 ? `+${formatMoney(microUsd)}` : formatMoney(microUsd)
}

/** All six places, for receipts and titles: `$0.004200`. */
export function formatMoneyExact(microUsd: number): string {
  const sign = microUsd < 0 ? '−' : ''
  return `${sign}$${groupThousands((Math.abs(microUsd) / microUsdPerUsd).toFixed(6))}`
}

/** A price with its period: `$0.42/h`. */
export function formatPerHour(microUsdPerHour: number): string {
  return microUsdPerHour === 0 ? 'free' : `${formatMoney(microUsdPerHour)}/h`
}

/** What an hourly price comes to in 30 days: `≈ $302/month`. */
export function formatPerMonth(microUsdPerHour: number): string {
  const usd = (microUsdPerHour * hoursPerMonth) / microUsdPerUsd
  const text = usd >= 10 ? groupThousands(usd.toFixed(0)) : usd.toFixed(placesFor(usd))
  return `≈ $${text}/month`
}

function placesFor(usd: number): number {
  if (usd === 0 || usd >= 0.01) return needsThirdPlace(usd) ? 3 : 2
  return Math.min(6, 1 - Math.floor(Math.log10(usd)))
}

/** Cents that are not whole matter below ten cents: `$0.042`. */
function needsThirdPlace(usd: number): boolean {
  return usd > 0 && usd < 0.1 && Math.round(usd * 1000) % 10 !== 0
}

function groupThousands(text: string): string {
  return text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

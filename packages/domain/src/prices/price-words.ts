import type { PriceSuggestion, PriceUse } from '@gridloom/contract/prices/prices'
import { formatPerHour, formatUsd } from '../money-format.ts'

/** How hardware is called: its GPU model, or `CPU thread`. */
export function hardwareName(hardwareClass: string): string {
  return hardwareClass === 'cpu' ? 'CPU thread' : hardwareClass.replace(/^gpu:/, '')
}

/** The rented part of what is listed, such as `92 %`; a dash where nothing is listed. */
export function rentedShare(rented: number, listed: number): string {
  return listed <= 0 ? '—' : `${Math.round((rented / listed) * 100)} %`
}

/** Says in one or two sentences what the market says about a price. */
export function suggestionText(suggestion: PriceSuggestion): string {
  const { verdict, now, best, asked_micro_usd_per_hour: asked } = suggestion
  const unit = suggestion.hardware_class === 'cpu' ? 'thread' : 'GPU'
  const youAsk = `You ask ${formatPerHour(asked)} per ${unit}`
  const own = now === null ? `${youAsk}.` : `${youAsk}; at about that, ${shareOf(now)}.`
  if (best === null) return `${own} Too little was rented in the last 14 days to suggest a price.`
  const other = `At ${formatPerHour(best.micro_usd_per_hour)}, ${shareOf(best)}: ${formatUsd(best.micro_usd_per_day)} a day`
  switch (verdict) {
    case 'raise':
    case 'lower':
      return `${own} ${other}${now === null ? '' : `, instead of ${formatUsd(now.micro_usd_per_day)}`}.`
    case 'keep':
      return `${own} No other price would have earned clearly more.`
    case 'unknown':
      return `${own} Nothing else was listed at about that price. ${other}.`
  }
}

function shareOf({ rented_percent: percent }: PriceUse): string {
  return `${Math.round(percent)} % of the time was rented`
}

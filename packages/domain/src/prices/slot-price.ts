import type { PriceSuggestion } from '@gridloom/contract/prices/prices'

interface Slot {
  /** Its own price now, in micro-dollars per hour, without its memory. */
  readonly current: number
  /** How many units it has: one GPU, or its CPU threads. */
  readonly units: number
}

/**
 * Returns the price of a slot at which a unit costs what was suggested, as the memory of a slot has a price of its own;
 * `undefined` where the memory alone costs more, and where the price would not change.
 */
export function slotPriceFor(
  { best, asked_micro_usd_per_hour: asked }: PriceSuggestion,
  { current, units }: Slot,
): number | undefined {
  if (best === null) return undefined
  const price = Math.round(current + (best.micro_usd_per_hour - asked) * units)
  return price < 0 || price === current ? undefined : price
}

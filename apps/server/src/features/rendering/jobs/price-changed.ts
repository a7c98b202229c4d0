import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'

interface PriceChange {
  /** The subject of the sentence that ends with the two prices. */
  what: string
  shown: MicroUsd
  now: MicroUsd
}

/**
 * Returns the refusal of a price that has changed since the caller saw it: both prices as money and in micro-dollars.
 */
export function priceChanged({ what, shown, now }: PriceChange): Refused {
  return new Refused('price_changed', {
    details: {
      what,
      shown: formatUsdExact(shown),
      now: formatUsdExact(now),
      shown_micro_usd: shown,
      now_micro_usd: now,
    },
  })
}

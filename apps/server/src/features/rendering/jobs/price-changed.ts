import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'

interface PriceChange {
  /** What it is that costs, as the beginning of a sentence that the sums end. */
  what: string
  shown: MicroUsd
  now: MicroUsd
}

/** What the caller agreed to is not what it costs: both sums as money and in micro-dollars. */
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

import { Refused } from '@gridloom/contract/errors'
import type { MicroUsd } from '@gridloom/contract/values'
import { formatUsdExact } from '@gridloom/domain/money-format'

/** What the caller agreed to is not what it costs: as money and in micro-dollars, both of them. */
export function priceChanged({ shown, now }: { shown: MicroUsd; now: MicroUsd }): Refused {
  return new Refused('price_changed', {
    details: {
      shown: formatUsdExact(shown),
      now: formatUsdExact(now),
      shown_micro_usd: shown,
      now_micro_usd: now,
    },
  })
}

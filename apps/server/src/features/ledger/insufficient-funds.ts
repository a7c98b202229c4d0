import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'

/** The error for insufficient funds: `need` and `have` as text, `need_micro_usd` and `have_micro_usd` as numbers. */
export function insufficientFunds(need: MicroUsd, have: MicroUsd): Refused {
  return new Refused('insufficient_funds', {
    details: {
      need: formatUsdExact(need),
      have: formatUsdExact(have),
      need_micro_usd: need,
      have_micro_usd: have,
    },
  })
}

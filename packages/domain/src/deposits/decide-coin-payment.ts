import type { MicroUsd } from '@gridloom/contract/core/values'
import { worthOf } from './coin-quotes.ts'
import type { DepositDecision } from './decide-deposit.ts'

/** A quote, as far as it decides about a payment. Addresses are in lower case. */
export interface QuotedTerms {
  readonly chainId: number
  readonly payer: string
  readonly amount: bigint
  readonly priceMicroUsd: MicroUsd
}

/** A final payment in the coin of a chain. */
export interface FinalCoinPayment {
  readonly chainId: number
  readonly payer: string
  /** In the smallest unit of the coin. */
  readonly amount: bigint
  /** `undefined`: its number is of no quote. */
  readonly quote: QuotedTerms | undefined
  /** Whether another payment of the same quote is credited. */
  readonly isUsed: boolean
  readonly minimumMicroUsd: MicroUsd
  readonly isAccountClosed: boolean
}

/** A payment may be larger than quoted by a tenth: more would be a price that nobody was quoted for so much. */
const mostPercent = 110n

/**
 * Decides whether a final payment is credited: what arrived, at the price of its quote, rounded down. Exactly the quoted
 * coins are exactly the quoted dollars, as coins are rounded up.
 */
export function decideCoinPayment(payment: FinalCoinPayment): DepositDecision {
  const { quote, amount } = payment
  if (quote === undefined) return { rejection: 'unknown_quote' }
  if (quote.chainId !== payment.chainId) return { rejection: 'other_chain' }
  if (quote.payer !== payment.payer) return { rejection: 'other_payer' }
  if (payment.isAccountClosed) return { rejection: 'account_closed' }
  if (payment.isUsed) return { rejection: 'quote_used' }
  if (amount * 100n > quote.amount * mostPercent) return { rejection: 'amount_differs' }
  const microUsd = worthOf(amount, quote.priceMicroUsd)
  if (microUsd === 0n) return { rejection: 'dust' }
  if (microUsd < BigInt(payment.minimumMicroUsd)) return { rejection: 'below_minimum' }
  return { microUsd: Number(microUsd) }
}

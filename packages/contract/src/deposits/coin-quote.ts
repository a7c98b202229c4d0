import { z } from 'zod'
import { CoinQuoteId } from '../core/ids.ts'
import { MicroUsd, Timestamp } from '../core/values.ts'
import { EvmAddress } from '../wallet/address.ts'
import { ChainId } from '../wallet/chain.ts'
import { TokenAmount } from '../wallet/token.ts'

/** That the coin of a chain can be deposited, each payment at the price of a quote. */
export const CoinOffer = z.strictObject({
  minimum_micro_usd: MicroUsd,
  maximum_micro_usd: MicroUsd,
  /** What the price of a quote is below the one of the market. */
  spread_basis_points: z.int(),
})
export type CoinOffer = z.infer<typeof CoinOffer>

/** The amount to pay in the coin of a chain, and the address that pays it. */
export const NewCoinQuote = z.strictObject({
  chain_id: ChainId,
  micro_usd: MicroUsd.min(1),
  payer: EvmAddress,
})
export type NewCoinQuote = z.infer<typeof NewCoinQuote>

/** A price of a chain's coin that holds for one payment until it expires, and the transaction that pays. */
export const CoinQuote = z.strictObject({
  id: CoinQuoteId,
  chain_id: ChainId,
  chain_name: z.string(),
  coin_symbol: z.string(),
  coin_decimals: z.int(),
  /** What the amount is credited as. */
  micro_usd: MicroUsd,
  /** In the smallest unit of the coin. */
  amount: TokenAmount,
  /** What one coin is credited as: the market price less the spread. */
  price_micro_usd: MicroUsd,
  market_price_micro_usd: MicroUsd,
  /** The contracts (Chainlink's interface) that stated the market price, and when the older of them did. */
  price_feeds: z.array(EvmAddress),
  price_at: Timestamp,
  /** Payments of other addresses are not credited. */
  payer: EvmAddress,
  /** The transaction: its receiver, its value in the smallest unit and its data. */
  transaction: z.strictObject({ to: EvmAddress, value: TokenAmount, data: z.string() }),
  /** A transaction in a later block fails, and takes nothing. */
  expires_at: Timestamp,
})
export type CoinQuote = z.infer<typeof CoinQuote>

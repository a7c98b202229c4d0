import { Refused } from '@gridloom/contract/errors'
import type { PayoutQuote, PayoutQuoteQuery } from '@gridloom/contract/payouts/payout'
import {
  type FeeTerms,
  leastAfterFee,
  leastPayout,
  sharedTransferGas,
  transferFee,
  transferGas,
} from '@gridloom/domain/payouts/payout-fee'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import { readGasPrice } from '../../../platform/chains/sending/read-chain.ts'
import { userOf } from '../../../platform/ctx.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { findWay, type Way } from '../find-source.ts'

/** The fee of a payout now, and the least amount. @throws Refused `payouts_off`, `chain_down` */
export async function quotePayout(ctx: PayoutsCtx, asked: PayoutQuoteQuery): Promise<PayoutQuote> {
  userOf(ctx)
  const price = await priceNow(findWay(ctx, asked))
  return {
    fee_micro_usd: price.fixed,
    fee_basis_points: price.basisPoints,
    minimum_micro_usd: price.minimum,
    as_of: ctx.clock.now().toISOString(),
  }
}

/** The fee, and the least amount in micro-dollars. */
export interface Price extends FeeTerms {
  readonly minimum: number
}

/** What a payout costs now. @throws Refused `chain_down` */
export async function priceNow(way: Way): Promise<Price> {
  if (way.method === 'wallet') return priceOnChain(way.source)
  if (way.method === 'stripe') {
    const { feeMicroUsd, feeBasisPoints, minimumMicroUsd } = way.stripe
    return priceInCents({ fixed: feeMicroUsd, basisPoints: feeBasisPoints }, minimumMicroUsd)
  }
  return priceInCents({ fixed: way.bank.feeMicroUsd, basisPoints: 0 }, way.bank.minimumMicroUsd)
}

function priceInCents(terms: FeeTerms, minimum: number): Price {
  return { ...terms, minimum: leastAfterFee(terms, minimum) }
}

async function priceOnChain(source: Source): Promise<Price> {
  try {
    const gas = source.batchContract === null ? transferGas : sharedTransferGas
    const gasPrice = await readGasPrice(source.rpc)
    const fixed = transferFee({ gas, gasPrice, microUsdPerCoin: source.microUsdPerCoin })
    const minimum = leastPayout(fixed, source.feePercentMax, source.minimumMicroUsd)
    return { fixed, basisPoints: 0, minimum }
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    throw new Refused('chain_down', { details: { chain: source.rpc.chain.name } })
  }
}

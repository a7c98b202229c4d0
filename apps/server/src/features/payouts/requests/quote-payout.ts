import { Refused } from '@gridloom/contract/errors'
import type { PayoutQuote, PayoutQuoteQuery } from '@gridloom/contract/payouts/payout'
import { leastPayout, microUsdPerCent, transferFee } from '@gridloom/domain/payouts/payout-fee'
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
    fee_micro_usd: price.fee,
    minimum_micro_usd: price.minimum,
    as_of: ctx.clock.now().toISOString(),
  }
}

/** The fee and the least amount, in micro-dollars. @throws Refused `chain_down` */
export async function priceNow(way: Way): Promise<{ fee: number; minimum: number }> {
  if (way.method === 'wallet') return priceOnChain(way.source)
  const { feeMicroUsd: fee, minimumMicroUsd } = way.bank
  return { fee, minimum: Math.max(minimumMicroUsd, fee + microUsdPerCent) }
}

async function priceOnChain(source: Source): Promise<{ fee: number; minimum: number }> {
  try {
    const fee = transferFee(await readGasPrice(source.rpc), source.microUsdPerCoin)
    return { fee, minimum: leastPayout(fee, source.feePercentMax, source.minimumMicroUsd) }
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    throw new Refused('chain_down', { details: { chain: source.rpc.chain.name } })
  }
}

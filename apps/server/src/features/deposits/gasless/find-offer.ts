import { Refused } from '@gridloom/contract/errors'
import { microUsdOf } from '@gridloom/domain/deposits/decide-deposit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { DepositTokenConfig } from '../../../deposits-config.ts'
import type { DepositsCtx, WatchedChainParts } from '../ctx.ts'
import { type Offered, readOffers } from './offers.ts'

/** A token that can be paid without gas now, with its chain. */
export interface FoundOffer {
  readonly parts: WatchedChainParts
  readonly token: DepositTokenConfig
  readonly offer: Offered
}

/** @throws Refused `chain_unknown`; `gasless_unavailable`; `gasless_amount` below the present minimum */
export async function findOffer(
  ctx: DepositsCtx,
  { chainId, tokenAddress, amount }: { chainId: number; tokenAddress: string; amount: bigint },
): Promise<FoundOffer> {
  const parts = ctx.deposits.chains.find(({ config }) => config.chain.id === chainId)
  if (parts === undefined) throw new Refused('chain_unknown')
  const token = parts.config.tokens.find(({ address }) => address === tokenAddress.toLowerCase())
  if (token === undefined) throw new Refused('gasless_unavailable')
  const offer = (await readOffers(ctx))(parts, token)
  if (offer === null) throw new Refused('gasless_unavailable')
  if (microUsdOf(amount, token.decimals) < BigInt(offer.minimum_micro_usd)) {
    const minimum = formatUsdExact(offer.minimum_micro_usd)
    throw new Refused('gasless_amount', { details: { minimum } })
  }
  return { parts, token, offer }
}

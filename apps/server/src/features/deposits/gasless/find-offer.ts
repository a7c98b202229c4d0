import { Refused } from '@gridloom/contract/errors'
import { microUsdOf } from '@gridloom/domain/deposits/decide-deposit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { DepositTokenConfig } from '../../../deposits-config.ts'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
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

/** The result of reading a chain. @throws Refused `chain_down` */
export async function orChainDown<T>(
  { rpc }: Pick<WatchedChainParts, 'rpc'>,
  read: Promise<T>,
): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    throw new Refused('chain_down', { details: { chain: rpc.chain.name }, cause: error })
  }
}

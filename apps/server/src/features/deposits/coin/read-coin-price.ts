import type { MicroUsd } from '@gridloom/contract/core/values'
import { agreedPrice } from '@gridloom/domain/deposits/coin-quotes'
import type { CoinConfig } from '../../../deposits-config.ts'
import type { ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import {
  type FeedPrice,
  priceFrom,
  priceReads,
  readsPerPrice,
} from '../../../platform/chains/price-feed.ts'
import { readMany } from '../../../platform/chains/read-many.ts'
import type { DepositsCtx, WatchedChainParts } from '../ctx.ts'

/** What a coin is worth, and when the oldest of the prices was stated. */
export interface CoinPrice {
  readonly microUsd: MicroUsd
  readonly at: Date
}

/**
 * Reads the price of a chain's coin from every feed, on both endpoints where there are two: the lowest, if all are current
 * and agree. `undefined`: they do not. @throws {ChainDown}
 */
export async function readCoinPrice(
  ctx: Pick<DepositsCtx, 'clock'>,
  { rpc, second }: WatchedChainParts,
  coin: CoinConfig,
): Promise<CoinPrice | undefined> {
  const endpoints = second === null ? [rpc] : [rpc, second]
  const read = await Promise.all(endpoints.map((one) => readFeeds(ctx, one, coin)))
  const stated = read.flat()
  const prices = stated.filter((price) => price !== null)
  if (prices.length < stated.length) return undefined
  const microUsd = agreedPrice(
    prices.map(({ micro_usd }) => micro_usd),
    coin.feedsWithinBasisPoints,
  )
  if (microUsd === undefined) return undefined
  return { microUsd, at: new Date(Math.min(...prices.map(({ at }) => Date.parse(at)))) }
}

async function readFeeds(
  { clock }: Pick<DepositsCtx, 'clock'>,
  rpc: ChainRpc,
  { priceFeeds, priceAgeMaxS: oldestS }: CoinConfig,
): Promise<(FeedPrice | null)[]> {
  const reads = (await Promise.all(priceFeeds.map(priceReads))).flat()
  const results = await readMany(rpc, reads)
  const now = clock.now()
  return Promise.all(
    priceFeeds.map((_, i) => {
      const own = results.slice(i * readsPerPrice, (i + 1) * readsPerPrice)
      return priceFrom(own, { now, oldestS })
    }),
  )
}

import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { anActor } from '@gridloom/testkit/actor'
import { type CoinsOnChain, coinsOn } from '@gridloom/testkit/chain/coin-payments'
import { chainAccounts, type LocalChain } from '@gridloom/testkit/chain/start-chain'
import { createCoinQuote } from '../src/features/deposits/coin/create-quote.ts'
import type { DepositsCtx } from '../src/features/deposits/ctx.ts'
import { type DepositSite, siteChainId, startDepositSite } from './deposit-site.ts'

export interface CoinSiteOptions {
  /** Of the price feed; 2,000 dollars by default. */
  feeds?: (coins: CoinsOnChain) => Promise<readonly string[]>
  /** Of the configuration of the coin. */
  coin?: Readonly<Record<string, unknown>>
}

/** Who pays by default. */
export const coinPayer = chainAccounts[1]

/** A chain whose coin is worth 2,000 dollars, without a spread, and accounts that pay with it. */
export async function startCoinSite(options: CoinSiteOptions = {}) {
  const feedsOf = options.feeds ?? usualFeeds
  const site = await startDepositSite({
    async coin(chain, { treasury }) {
      // The clock of the tests, which the contract compares with too.
      await chain.rpc('anvil_setTime', [Date.UTC(2026, 0, 1) / 1_000])
      const coins = coinsOn(chain)
      const [contract, priceFeeds] = [
        await coins.deployCoinPayments(treasury),
        await feedsOf(coins),
      ]
      return { contract, priceFeeds, spreadBasisPoints: 0, ...options.coin }
    },
  })
  return {
    ...site,
    coins: coinsOn(site.chain),
    quoting: (watcher = site.watch) => quoting(site, watcher),
    nextBlockAt: (atS: number) => nextBlockAt(site.chain, atS),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
export type CoinSite = Awaited<ReturnType<typeof startCoinSite>>

async function usualFeeds(coins: CoinsOnChain): Promise<readonly string[]> {
  return [await coins.deployPriceFeed({ answer: 2_000n * 10n ** 8n })]
}

/** An account, and how it is given quotes. */
async function quoting(site: DepositSite, { ctx }: DepositSite['watch']) {
  const accountId = await site.ledger.anAccount()
  const own: DepositsCtx = { ...site.ledger.context, ...ctx, actor: anActor(accountId) }
  return {
    accountId,
    quote: (usd: number, payer: string = coinPayer.address): Promise<CoinQuote> =>
      createCoinQuote(own, { chain_id: siteChainId, micro_usd: usd * 1_000_000, payer }),
    available: () => site.availableOf(accountId),
  }
}

/** The time of the next block, in seconds since 1970. */
async function nextBlockAt({ rpc }: LocalChain, atS: number): Promise<void> {
  await rpc('evm_setNextBlockTimestamp', [atS])
}

import type { AccountId } from '@gridloom/contract/core/ids'
import type { CoinQuote, NewCoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { Refused } from '@gridloom/contract/errors'
import {
  coinDecimals,
  coinPaymentData,
  coinQuoteCode,
  coinQuoteSeconds,
  coinsFor,
  lessSpread,
  reachedQuoteLimit,
} from '@gridloom/domain/deposits/coin-quotes'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { CoinConfig } from '../../../deposits-config.ts'
import { ChainDown, type ChainRpc } from '../../../platform/chains/chain-rpcs.ts'
import { accountOf, type Tx } from '../../../platform/ctx.ts'
import type { DepositsCtx, WatchedChainParts } from '../ctx.ts'
import { orChainDown } from '../or-chain-down.ts'
import { findCoin } from './find-coin.ts'
import { deleteUnpaid, insertQuote, lockQuoting, readQuoteUse } from './quotes-store.ts'
import { type CoinPrice, readCoinPrice } from './read-coin-price.ts'
import type { CoinQuoteRow } from './schema.ts'

/** A payment is found when its chain answers again, which may take days: its quote is still known then. */
const keptMs = 90 * 86_400_000

/**
 * Creates a quote: the coins for an amount in dollars, at a price that holds for a minute, and the transaction that pays
 * them.
 * @throws Refused `chain_unknown`; `coin_unavailable`; `coin_amount`; `coin_price_unavailable`; `coin_balance`;
 * `coin_quote_limit`; `chain_down`
 */
export async function createCoinQuote(ctx: DepositsCtx, input: NewCoinQuote): Promise<CoinQuote> {
  const { accountId } = accountOf(ctx)
  const { parts, coin } = await findCoin(ctx, input.chain_id)
  requireAmount(coin, input.micro_usd)
  const price = await requirePrice(ctx, parts, coin)
  const priceMicroUsd = lessSpread(price.microUsd, coin.spreadBasisPoints)
  const payer = input.payer.toLowerCase()
  const amount = coinsFor(input.micro_usd, priceMicroUsd)
  await requireCoins(parts, { payer, amount })
  const now = ctx.clock.now()
  // The contract compares it with the block's time, which has whole seconds.
  const untilS = Math.floor(now.getTime() / 1_000) + coinQuoteSeconds
  const row = await ctx.transact(async (tx) => {
    await requireWithinLimits(tx, accountId, now)
    return insertQuote(tx, {
      ...{ id: ctx.ids.mint('coinQuote'), account_id: accountId, chain_id: input.chain_id },
      ...{ code: coinQuoteCode(randomHex(ctx), untilS), contract: coin.contract, payer },
      ...{ amount: String(amount), micro_usd: input.micro_usd, price_micro_usd: priceMicroUsd },
      ...{ market_price_micro_usd: price.microUsd, price_at: price.at },
      ...{ created_at: now, expires_at: new Date(untilS * 1_000) },
    })
  })
  return viewOf(parts, coin, row)
}

function requireAmount(coin: CoinConfig, microUsd: number): void {
  const { minimumMicroUsd, maximumMicroUsd } = coin
  if (microUsd >= minimumMicroUsd && microUsd <= maximumMicroUsd) return
  const details = {
    minimum: formatUsdExact(minimumMicroUsd),
    maximum: formatUsdExact(maximumMicroUsd),
  }
  throw new Refused('coin_amount', { details })
}

async function requirePrice(
  ctx: DepositsCtx,
  parts: WatchedChainParts,
  coin: CoinConfig,
): Promise<CoinPrice> {
  const price = await orChainDown(parts, readCoinPrice(ctx, parts, coin))
  if (price !== undefined && lessSpread(price.microUsd, coin.spreadBasisPoints) > 0) return price
  ctx.log.warn(
    { event: 'deposits.price_refused', chain: parts.config.chain.id, feeds: coin.priceFeeds },
    'no current price of a coin: its feeds are stale, broken or disagree',
  )
  throw new Refused('coin_price_unavailable', { details: { coin: symbolOf(parts) } })
}

/** A wallet would say so after the time has begun to run. The fee of the network comes on top, which it knows. */
async function requireCoins(
  parts: WatchedChainParts,
  { payer, amount }: { payer: string; amount: bigint },
): Promise<void> {
  const held = await orChainDown(parts, readCoins(parts.rpc, payer))
  if (held >= amount) return
  const text = `${formatTokenAmount(String(amount), coinDecimals)} ${symbolOf(parts)}`
  throw new Refused('coin_balance', { details: { amount: text } })
}

async function readCoins(rpc: ChainRpc, holder: string): Promise<bigint> {
  const held = await rpc.request('eth_getBalance', [holder, 'latest'])
  if (typeof held === 'string' && /^0x[0-9a-f]{1,64}$/i.test(held)) return BigInt(held)
  throw new ChainDown('the endpoint returned no valid balance')
}

async function requireWithinLimits(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  await lockQuoting(tx, accountId)
  await deleteUnpaid(tx, accountId, new Date(now.getTime() - keptMs))
  const limit = reachedQuoteLimit(await readQuoteUse(tx, accountId, now))
  if (limit !== undefined) throw new Refused('coin_quote_limit', { details: { limit } })
}

/** Nobody can guess it, and so pay to a quote of others before they do. */
function randomHex({ ids }: Pick<DepositsCtx, 'ids'>): string {
  return Buffer.from(ids.secret(), 'base64url').toString('hex')
}

function symbolOf({ rpc }: WatchedChainParts): string {
  return rpc.chain.native_currency.symbol
}

function viewOf(parts: WatchedChainParts, coin: CoinConfig, row: CoinQuoteRow): CoinQuote {
  return {
    id: row.id,
    chain_id: row.chain_id,
    chain_name: parts.rpc.chain.name,
    coin_symbol: symbolOf(parts),
    coin_decimals: coinDecimals,
    micro_usd: row.micro_usd,
    amount: row.amount,
    price_micro_usd: row.price_micro_usd,
    market_price_micro_usd: row.market_price_micro_usd,
    price_feeds: [...coin.priceFeeds],
    price_at: row.price_at.toISOString(),
    payer: row.payer,
    transaction: { to: row.contract, value: row.amount, data: coinPaymentData(row.code) },
    expires_at: row.expires_at.toISOString(),
  }
}

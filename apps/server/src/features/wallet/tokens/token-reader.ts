import type { Clock } from '@gridloom/async/clock'
import type { Token, TokenBalance, TokenFacts } from '@gridloom/contract/wallet/token'
import { ChainDown, type ChainRpc, type ChainRpcs } from '../../../platform/chains/chain-rpcs.ts'
import { priceFrom, priceReads, readsPerPrice } from '../../../platform/chains/price-feed.ts'
import { readMany } from '../../../platform/chains/read-many.ts'
import type { Log } from '../../../platform/log.ts'
import type { ConfiguredToken } from '../../../wallet-config.ts'
import { balanceFrom, balanceRead, factReads, factsFrom, readsPerToken } from './token-calls.ts'

/** Reads the configured tokens from their chains. */
export interface TokenReader {
  /** All tokens; facts are at most a minute old, or older with the reason. */
  tokens(): Promise<Token[]>
  /** What an address (in lower case) holds of each. */
  balancesOf(address: string): Promise<TokenBalance[]>
}

interface Options {
  tokens: readonly ConfiguredToken[]
  chains: ChainRpcs
  clock: Clock
  log: Log
}

interface LastRead {
  facts: TokenFacts | null
  problem: Token['problem']
}

/** Supply changes seldom. A chain that is down is asked again sooner. */
const factsLifeMs = 60_000
const failedLifeMs = 10_000
/** Feeds state a price at least once a day: an older one says nothing. */
const oldestS = 86_400

export function createTokenReader({ tokens, chains, clock, log }: Options): TokenReader {
  const byChain = Map.groupBy(tokens, ({ chainId }) => chainId)
  const last = new Map<ConfiguredToken, LastRead>()
  const readings = new Map<number, { untilMs: number; reading: Promise<void> }>()

  function isDown(chainId: number, error: unknown): void {
    if (!(error instanceof ChainDown)) throw error
    log.warn({ event: 'chain.lost', chain: chainId, why: error.message }, 'a chain is down')
  }

  /** Reads a chain's tokens, and keeps what was read before when that fails. */
  async function refresh(rpc: ChainRpc, of: readonly ConfiguredToken[]): Promise<boolean> {
    try {
      for (const [token, facts] of await readFacts(rpc, of, clock))
        last.set(token, { facts, problem: facts === null ? 'not_a_token' : null })
      return true
    } catch (error) {
      isDown(rpc.chain.id, error)
      for (const token of of)
        last.set(token, { facts: last.get(token)?.facts ?? null, problem: 'chain_down' })
      return false
    }
  }

  /** Shares one reading of a chain among all callers. */
  function upToDate(chainId: number, of: readonly ConfiguredToken[]): Promise<void> {
    const rpc = chains.get(chainId)
    const begun = readings.get(chainId)
    if (begun !== undefined && begun.untilMs > clock.monotonicMs()) return begun.reading
    if (rpc === undefined) return Promise.resolve()
    const reading = refresh(rpc, of).then((isRead) => {
      const lifeMs = isRead ? factsLifeMs : failedLifeMs
      readings.set(chainId, { untilMs: clock.monotonicMs() + lifeMs, reading })
    })
    readings.set(chainId, { untilMs: Number.POSITIVE_INFINITY, reading })
    return reading
  }

  return {
    async tokens() {
      await Promise.all([...byChain].map(([chainId, of]) => upToDate(chainId, of)))
      return tokens.map((token) => viewOf(token, last.get(token)))
    },
    async balancesOf(address) {
      const groups = [...byChain].map(async ([chainId, of]) => {
        const rpc = chains.get(chainId)
        if (rpc === undefined) return []
        return readBalances({ rpc, of, address, clock }).catch((error: unknown) => {
          isDown(chainId, error)
          return of.map((token) => balanceOf(token, null, clock))
        })
      })
      return (await Promise.all(groups)).flat()
    },
  }
}

async function readFacts(
  rpc: ChainRpc,
  of: readonly ConfiguredToken[],
  clock: Clock,
): Promise<[ConfiguredToken, TokenFacts | null][]> {
  const reads = await Promise.all(of.map(({ address }) => factReads(address)))
  const priced = of.filter(({ priceFeed }) => priceFeed !== null)
  const ofPrices = await Promise.all(priced.map(({ priceFeed }) => priceReads(priceFeed ?? '')))
  const results = await readMany(rpc, [...reads.flat(), ...ofPrices.flat()])
  const prices = results.slice(of.length * readsPerToken)
  const now = clock.now()
  return Promise.all(
    of.map(async (token, i): Promise<[ConfiguredToken, TokenFacts | null]> => {
      const own = results.slice(i * readsPerToken, (i + 1) * readsPerToken)
      const facts = await factsFrom(own)
      if (facts === undefined) return [token, null]
      const at = priced.indexOf(token)
      const stated = prices.slice(at * readsPerPrice, (at + 1) * readsPerPrice)
      const price = at < 0 ? null : await priceFrom(stated, { now, oldestS })
      return [token, { ...facts, price, read_at: now.toISOString() }]
    }),
  )
}

interface BalanceRead {
  rpc: ChainRpc
  of: readonly ConfiguredToken[]
  address: string
  clock: Clock
}

async function readBalances({ rpc, of, address, clock }: BalanceRead): Promise<TokenBalance[]> {
  const reads = await Promise.all(of.map((token) => balanceRead(token.address, address)))
  const results = await readMany(rpc, reads)
  return Promise.all(
    of.map(async (token, i) => balanceOf(token, await balanceFrom(results[i]), clock)),
  )
}

function balanceOf(
  { chainId, address }: ConfiguredToken,
  balance: string | null,
  clock: Clock,
): TokenBalance {
  return { chain_id: chainId, address, balance, read_at: clock.now().toISOString() }
}

function viewOf({ chainId, address, earn, spend }: ConfiguredToken, read?: LastRead): Token {
  const { facts = null, problem = null } = read ?? {}
  return { chain_id: chainId, address, earn, spend, facts, problem }
}

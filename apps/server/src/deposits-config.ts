import { Finality } from '@gridloom/contract/deposits/deposit'
import { GaslessMethod } from '@gridloom/contract/deposits/gasless'
import { ChainId } from '@gridloom/contract/wallet/chain'
import { coinDecimals } from '@gridloom/domain/deposits/coin-quotes'
import { stalledAfterSecondsDefault } from '@gridloom/domain/deposits/stalled-chain'
import { readAddress } from '@gridloom/domain/wallet/address'
import { z } from 'zod'
import type { ReadableChain } from './platform/chains/chain-rpcs.ts'
import type { WalletConfig } from './wallet-config.ts'

/** A stablecoin that is credited one to one. */
export interface DepositTokenConfig {
  /** In lower case. */
  readonly address: string
  readonly symbol: string
  /** Compared with what the contract states before anything is credited. */
  readonly decimals: number
  /** `exact`: its logs are known to state what arrives. `check`: balances are compared before a credit. */
  readonly transfers: 'exact' | 'check'
  /** How it is paid by a signature alone; `null`: not. */
  readonly gasless: GaslessTokenConfig | null
}

/** A token that its holder moves by a signature. */
export interface GaslessTokenConfig {
  readonly method: GaslessMethod
  /** Of its domain (EIP-712); `null`: as the contract states them. */
  readonly name: string | null
  readonly version: string | null
}

/** Who sends payments that others signed, and pays the gas. */
export interface RelayerConfig {
  /** A file with the private key: 64 hexadecimal digits. */
  readonly keyFile: string
  /** Blocks above a transaction before it counts. */
  readonly confirmations: number
  /** What one coin of the chain is worth, for the least payment. */
  readonly microUsdPerCoin: number
  /** Most that a unit of gas may cost, in wei. */
  readonly maxFeeWei: bigint
  /** Most gas of one transaction. */
  readonly gasMax: bigint
  /** The least payment is so large that the gas is at most this. */
  readonly feePercentMax: number
  readonly minimumMicroUsd: number
}

/** How the coin of a chain is deposited: each payment at the price of a quote. */
export interface CoinConfig {
  /** The contract that takes payments. In lower case, as feeds. */
  readonly contract: string
  /** Contracts that state the price of the coin in dollars (Chainlink's interface); all must agree. */
  readonly priceFeeds: readonly string[]
  /** How far their prices may be apart. */
  readonly feedsWithinBasisPoints: number
  /** An older price is none. */
  readonly priceAgeMaxS: number
  /** What the price of a quote is below the market. */
  readonly spreadBasisPoints: number
  readonly minimumMicroUsd: number
  readonly maximumMicroUsd: number
}

/** A chain on which deposits are accepted. Addresses are in lower case. */
export interface DepositChainConfig {
  readonly chain: ReadableChain
  readonly factory: string
  readonly implementation: string
  /** Where the forwarders send tokens to. */
  readonly treasury: string
  readonly finality: Finality
  readonly minimumMicroUsd: number
  readonly tokens: readonly DepositTokenConfig[]
  /** Tokens of `TOKENS` on this chain that are not credited: shown to the operator when they arrive. */
  readonly otherTokens: readonly string[]
  /** A second endpoint that must state the same before a credit; `null`: none. */
  readonly secondRpcUrl: string | null
  /** The most blocks that one call asks for. */
  readonly blocksPerCall: number
  /** Without a new block for so long, the chain has an alarm. */
  readonly stalledAfterMs: number
  /** `null`: nothing is paid by a signature alone. */
  readonly relayer: RelayerConfig | null
  /** `null`: the chain's coin is not accepted. */
  readonly coin: CoinConfig | null
}

export interface DepositsConfig {
  readonly chains: readonly DepositChainConfig[]
}

const chainsMax = 20
const tokensMax = 20

const Address = z
  .string()
  .refine((text) => readAddress(text) !== undefined, 'must be an address with a right checksum')
  .transform((text) => text.toLowerCase())

const GaslessSource = z
  .strictObject({
    method: GaslessMethod,
    name: z.string().min(1).max(100).optional(),
    version: z.string().min(1).max(20).optional(),
  })
  .transform(
    ({ method, name, version }): GaslessTokenConfig => ({
      ...{ method, name: name ?? null, version: version ?? null },
    }),
  )

const usd = z.number().positive().max(1_000_000_000)

const RelayerSource = z
  .strictObject({
    keyFile: z.string().min(1).max(500),
    confirmations: z.int().min(1).max(120).default(20),
    coinUsd: usd,
    maxFeeGwei: z.number().positive().max(100_000).default(100),
    gasMax: z.int().min(60_000).max(1_000_000).default(200_000),
    feePercentMax: z.number().positive().max(100).default(2),
    minimumUsd: usd.default(10),
  })
  .transform(
    (one): RelayerConfig => ({
      keyFile: one.keyFile,
      confirmations: one.confirmations,
      microUsdPerCoin: Math.round(one.coinUsd * 1_000_000),
      maxFeeWei: BigInt(Math.round(one.maxFeeGwei * 1e6)) * 1_000n,
      gasMax: BigInt(one.gasMax),
      feePercentMax: one.feePercentMax,
      minimumMicroUsd: Math.round(one.minimumUsd * 1_000_000),
    }),
  )

const CoinSource = z
  .strictObject({
    contract: Address,
    priceFeeds: z.array(Address).min(1).max(3),
    feedsWithinBasisPoints: z.int().min(1).max(1_000).default(100),
    priceAgeMaxSeconds: z.int().min(30).max(172_800).default(4_500),
    spreadBasisPoints: z.int().min(0).max(1_000).default(50),
    minimumUsd: usd.default(5),
    maximumUsd: usd.max(1_000_000).default(5_000),
  })
  .refine(({ minimumUsd, maximumUsd }) => minimumUsd <= maximumUsd, {
    path: ['maximumUsd'],
    error: 'must be at least minimumUsd',
  })
  .refine(({ priceFeeds }) => new Set(priceFeeds).size === priceFeeds.length, {
    path: ['priceFeeds'],
    error: 'has a feed twice',
  })
  .transform(
    ({ minimumUsd, maximumUsd, priceAgeMaxSeconds, ...one }): CoinConfig => ({
      ...one,
      priceAgeMaxS: priceAgeMaxSeconds,
      minimumMicroUsd: Math.round(minimumUsd * 1_000_000),
      maximumMicroUsd: Math.round(maximumUsd * 1_000_000),
    }),
  )

const TokenSource = z.strictObject({
  address: Address,
  symbol: z.string().trim().min(1).max(12),
  decimals: z.int().min(0).max(36),
  transfers: z.enum(['exact', 'check']).default('check'),
  gasless: GaslessSource.nullable().default(null),
})

const ChainSource = z.strictObject({
  chainId: ChainId,
  factory: Address,
  implementation: Address,
  treasury: Address,
  confirmations: Finality,
  minimumMicroUsd: z.int().min(1).max(1_000_000_000).default(1_000_000),
  tokens: z.array(TokenSource).min(1).max(tokensMax),
  secondRpcUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .optional(),
  blocksPerCall: z.int().min(1).max(10_000).default(200),
  stalledAfterSeconds: z.int().min(10).max(86_400).default(stalledAfterSecondsDefault),
  relayer: RelayerSource.nullable().default(null),
  coin: CoinSource.nullable().default(null),
})
type ChainSource = z.infer<typeof ChainSource>

/** Reads the chains of deposits from `DEPOSITS`, a JSON array. */
export function readDepositsConfig(
  set: Readonly<Record<string, unknown>>,
  wallet: WalletConfig,
): { config: DepositsConfig; problems: string[] } {
  const { sources, problems } = sourcesIn(set.DEPOSITS)
  const chains = sources.flatMap((source) => {
    const chain = wallet.chains.find(({ id }) => id === source.chainId)
    if (chain !== undefined) return [chainFrom(source, chain, wallet)]
    problems.push(`DEPOSITS: chain ${source.chainId} is not configured (CHAINS)`)
    return []
  })
  if (new Set(chains.map(({ chain }) => chain.id)).size < chains.length)
    problems.push('DEPOSITS: has a chain twice')
  for (const { chain, coin } of chains)
    if (coin !== null && chain.native_currency.decimals !== coinDecimals)
      problems.push(`DEPOSITS: the coin of chain ${chain.id} must have ${coinDecimals} decimals`)
  for (const { chain, tokens } of chains)
    if (new Set(tokens.map(({ address }) => address)).size < tokens.length)
      problems.push(`DEPOSITS: has a token of chain ${chain.id} twice`)
  return { config: { chains }, problems }
}

function sourcesIn(text: unknown): { sources: ChainSource[]; problems: string[] } {
  if (typeof text !== 'string') return { sources: [], problems: [] }
  const parsed = z.array(ChainSource).max(chainsMax).safeParse(jsonIn(text))
  if (parsed.success) return { sources: parsed.data, problems: [] }
  const problems = parsed.error.issues.map((issue) =>
    issue.path.length === 0
      ? `DEPOSITS: must be a JSON array of at most ${chainsMax} items`
      : `DEPOSITS: ${issue.path.join('.')}: ${issue.message}`,
  )
  return { sources: [], problems }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE reported as what it is not: an array
    return undefined
  }
}

function chainFrom(
  source: ChainSource,
  chain: ReadableChain,
  wallet: WalletConfig,
): DepositChainConfig {
  const { factory, implementation, treasury, minimumMicroUsd, tokens, blocksPerCall } = source
  const isCredited = (address: string) => tokens.some((token) => token.address === address)
  return {
    ...{ chain, factory, implementation, treasury, minimumMicroUsd, tokens, blocksPerCall },
    finality: source.confirmations,
    stalledAfterMs: source.stalledAfterSeconds * 1_000,
    secondRpcUrl: source.secondRpcUrl ?? null,
    relayer: source.relayer,
    coin: coinFrom(source),
    otherTokens: wallet.tokens
      .filter(({ chainId, address }) => chainId === chain.id && !isCredited(address))
      .map(({ address }) => address),
  }
}

/** Quotes are at least what is credited at all. */
function coinFrom({ coin, minimumMicroUsd }: ChainSource): CoinConfig | null {
  if (coin === null) return null
  return { ...coin, minimumMicroUsd: Math.max(coin.minimumMicroUsd, minimumMicroUsd) }
}

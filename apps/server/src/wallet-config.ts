import { EvmAddress } from '@gridloom/contract/wallet/address'
import { builtInChains } from '@gridloom/contract/wallet/built-in-chains'
import { Chain } from '@gridloom/contract/wallet/chain'
import { readAddress } from '@gridloom/domain/wallet/address'
import { z } from 'zod'
import type { ReadableChain } from './platform/chains/chain-rpcs.ts'

/** A token whose facts and balances are shown. */
export interface ConfiguredToken {
  chainId: number
  /** In lower case. */
  address: string
  /** The contract that states its price in US dollars (AggregatorV3Interface); `null`: no price is shown. */
  priceFeed: string | null
  /** How it is earned and what it is spent on here, in the operator's words. */
  earn: string | null
  spend: string | null
}

export interface WalletConfig {
  chains: readonly ReadableChain[]
  tokens: readonly ConfiguredToken[]
  /** The WebSocket relay of the exchange wallet; `undefined`: none. */
  exchangeRelay: string | undefined
  /** `undefined`: there is no WalletConnect. */
  walletConnect: { project_id: string; relay: string } | undefined
}

const chainsMax = 20
const tokensMax = 20

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(500)

/** The source of a chain in `CHAINS`, in the words of wallets (EIP-3085). */
const ChainSource = z
  .strictObject({
    id: Chain.shape.id,
    name: Chain.shape.name,
    nativeCurrency: Chain.shape.native_currency,
    rpcUrl: httpUrl,
    blockExplorer: z.strictObject({ name: z.string().min(1).max(40), url: httpUrl }).optional(),
    multicallContract: EvmAddress.optional(),
  })
  .transform(
    (chain): Chain => ({
      id: chain.id,
      name: chain.name,
      native_currency: chain.nativeCurrency,
      rpc_url: chain.rpcUrl,
      block_explorer: chain.blockExplorer
        ? { ...chain.blockExplorer, url: chain.blockExplorer.url.replace(/\/+$/, '') }
        : null,
      multicall_contract: chain.multicallContract?.toLowerCase() ?? null,
    }),
  )

const CheckedAddress = z
  .string()
  .refine((text) => readAddress(text) !== undefined, 'must be an address with a right checksum')

const TokenSource = z
  .strictObject({
    chainId: Chain.shape.id,
    address: CheckedAddress,
    priceFeed: CheckedAddress.optional(),
    earn: z.string().trim().min(1).max(500).optional(),
    spend: z.string().trim().min(1).max(500).optional(),
  })
  .transform(
    ({ chainId, address, priceFeed, earn, spend }): ConfiguredToken => ({
      chainId,
      address: address.toLowerCase(),
      priceFeed: priceFeed?.toLowerCase() ?? null,
      earn: earn ?? null,
      spend: spend ?? null,
    }),
  )

const Relay = z.url({ protocol: /^wss?$/ }).max(300)

type Environment = Readonly<Record<string, unknown>>

/**
 * Reads chains, tokens and the relay of the exchange wallet from the environment. `CHAINS` adds chains, or replaces one
 * of the same id; `RPC_URL_<id>` is the endpoint that the server reads from, and is not published.
 */
export function readWalletConfig(set: Environment): { config: WalletConfig; problems: string[] } {
  const problems: string[] = []
  const added = listIn(set, { name: 'CHAINS', item: ChainSource, max: chainsMax, problems })
  const tokens = listIn(set, { name: 'TOKENS', item: TokenSource, max: tokensMax, problems })
  const known = new Map([...builtInChains, ...added].map((chain) => [chain.id, chain]))
  const endpoints = readEndpoints(set, { known, problems })
  const chains = [...known.values()].map((chain) => ({
    ...chain,
    readFrom: endpoints.get(chain.id) ?? chain.rpc_url,
  }))
  for (const { chainId } of tokens)
    if (!known.has(chainId)) problems.push(`TOKENS: chain ${chainId} is not configured (CHAINS)`)
  if (hasDouble(added.map(({ id }) => String(id)))) problems.push('CHAINS: has an id twice')
  if (hasDouble(tokens.map(({ chainId, address }) => `${chainId} ${address}`)))
    problems.push('TOKENS: has a token twice')
  const relays = {
    exchangeRelay: readRelay(set, problems),
    walletConnect: readWalletConnect(set, problems),
  }
  return { config: { chains, tokens, ...relays }, problems }
}

interface ListRules<T> {
  name: string
  item: z.ZodType<T>
  max: number
  problems: string[]
}

/** A variable that holds a JSON array. */
function listIn<T>(set: Environment, { name, item, max, problems }: ListRules<T>): T[] {
  const text = set[name]
  if (typeof text !== 'string') return []
  const parsed = z.array(item).max(max).safeParse(jsonIn(text))
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues)
    problems.push(
      issue.path.length === 0
        ? `${name}: must be a JSON array of at most ${max} items`
        : `${name}: ${issue.path.join('.')}: ${issue.message}`,
    )
  return []
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // @NOTE reported as what it is not: an array
    return undefined
  }
}

function readEndpoints(
  set: Environment,
  { known, problems }: { known: ReadonlyMap<number, Chain>; problems: string[] },
): ReadonlyMap<number, string> {
  const endpoints = new Map<number, string>()
  for (const [name, value] of Object.entries(set)) {
    const id = /^RPC_URL_([1-9][0-9]{0,15})$/.exec(name)?.[1]
    if (id === undefined) continue
    const url = httpUrl.safeParse(value)
    if (!known.has(Number(id))) problems.push(`${name}: chain ${id} is not configured (CHAINS)`)
    else if (!url.success) problems.push(`${name}: must be an http or https address`)
    else endpoints.set(Number(id), url.data)
  }
  return endpoints
}

const usualWalletConnect = 'wss://relay.walletconnect.org'

function readWalletConnect(set: Environment, problems: string[]): WalletConfig['walletConnect'] {
  const project = set.WALLETCONNECT_PROJECT_ID
  if (project === undefined || project === '') return undefined
  const relay = Relay.safeParse(set.WALLETCONNECT_RELAY ?? usualWalletConnect)
  if (typeof project !== 'string' || !/^[0-9a-f]{32}$/.test(project))
    problems.push('WALLETCONNECT_PROJECT_ID: must be 32 hexadecimal digits')
  else if (relay.success && !/[?#@]/.test(relay.data))
    return { project_id: project, relay: relay.data }
  else problems.push('WALLETCONNECT_RELAY: must be a wss:// or ws:// address without a query')
  return undefined
}

const usualRelay = 'wss://nbstream.binance.com/wallet-connector'

function readRelay(set: Environment, problems: string[]): string | undefined {
  const relay = set.EXCHANGE_WALLET_RELAY ?? usualRelay
  if (relay === 'off') return undefined
  const url = Relay.safeParse(relay)
  if (url.success && !/[?#@]/.test(url.data)) return url.data
  problems.push('EXCHANGE_WALLET_RELAY: must be a wss:// or ws:// address without a query, or off')
  return undefined
}

function hasDouble(keys: readonly string[]): boolean {
  return new Set(keys).size < keys.length
}

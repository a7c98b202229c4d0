import type { AccountId } from '@gridloom/contract/core/ids'
import type { Finality } from '@gridloom/contract/deposits/deposit'
import { depositAddress } from '@gridloom/domain/deposits/deposit-address'
import {
  type DepositsOnChain,
  depositsOn,
  type LocalForwarders,
} from '@gridloom/testkit/chain/deposit-contracts'
import { type LocalChain, startChain } from '@gridloom/testkit/chain/start-chain'
import { sql } from 'kysely'
import { readDepositsConfig } from '../src/deposits-config.ts'
import { insertAddresses } from '../src/features/deposits/addresses-store.ts'
import type { WatchCtx } from '../src/features/deposits/ctx.ts'
import { depositChains } from '../src/features/deposits/feature.ts'
import type { DepositRow } from '../src/features/deposits/schema.ts'
import { watchChain } from '../src/features/deposits/watch/watch-chain.ts'
import { checkLedger, readBalance } from '../src/features/ledger/index.ts'
import { noFeatures } from '../src/platform/all-features.ts'
import { readWalletConfig } from '../src/wallet-config.ts'
import { type LedgerFixture, withLedger } from './ledger-fixture.ts'

/** A token of the configuration of deposits. */
interface SiteToken {
  address: string
  symbol?: string
  decimals?: number
  transfers?: 'exact' | 'check'
}

interface SiteOptions {
  tokens?: (on: DepositsOnChain) => Promise<readonly SiteToken[]>
  /** Tokens that are configured, and not credited. */
  others?: readonly string[]
  finality?: Finality
  blocksPerCall?: number
  /** The chain's coin, as the configuration has it. */
  coin?: (chain: LocalChain, forwarders: LocalForwarders) => Promise<object>
  /** Endpoints between the watcher and the chain. */
  endpoint?: (chainUrl: string) => string
  second?: string
  /** PostgreSQL; else that of the tests. */
  clusterUrl?: string
}

/** What another process is configured with. */
interface WatcherChanges {
  endpoint?: string
  second?: string
  coin?: object | null
}

/** A watcher as one process has it. */
export interface Watcher {
  readonly ctx: WatchCtx
  /** One turn. */
  turn(): Promise<'done' | 'failed' | 'watched by another'>
}

/** A local chain with forwarders, a ledger, and watchers; dispose it with `await using`. */
export interface DepositSite extends AsyncDisposable {
  readonly chain: LocalChain
  readonly on: DepositsOnChain
  readonly forwarders: LocalForwarders
  readonly ledger: LedgerFixture
  readonly token: `0x${string}`
  readonly tokens: readonly SiteToken[]
  /** Another process; it shares nothing with the others but the database. */
  watcher(changes?: WatcherChanges): Watcher
  readonly watch: Watcher
  /** An account with its deposit address. */
  anAccount(): Promise<{ accountId: AccountId; address: string }>
  deposits(): Promise<DepositRow[]>
  availableOf(accountId: AccountId): Promise<number>
  alarm(): Promise<string | null>
  /** What the ledger says is on the chain, for a token. */
  assetsOf(token: string): Promise<number>
  isLedgerClean(): Promise<boolean>
}

export const siteChainId = 31_337

export async function startDepositSite(options: SiteOptions = {}): Promise<DepositSite> {
  const { finality = 3, blocksPerCall = 200, others = [] } = options
  await using built = new AsyncDisposableStack()
  const chain = built.use(await startChain(siteChainId))
  const on = depositsOn(chain)
  const forwarders = await on.deployForwarders()
  const tokens = (await options.tokens?.(on)) ?? [{ address: await on.deployToken() }]
  const usualCoin = (await options.coin?.(chain, forwarders)) ?? null
  const ledger = built.use(await withLedger(options.clusterUrl))
  const token = tokens[0]?.address
  if (token === undefined) throw new Error('no token')

  function watcher({ endpoint = chain.url, second, coin = usualCoin }: WatcherChanges = {}) {
    const context = ledger.context
    const config = configFor({
      ...{ endpoint, second, forwarders, finality, blocksPerCall, tokens },
      ...{ others, coin },
    })
    const deposits = depositChains({ config, clock: context.clock, ids: context.ids })
    const ctx: WatchCtx = { ...context, deposits, publicUrl: 'http://localhost' }
    const [parts] = deposits.chains
    if (parts === undefined) throw new Error('no chain')
    return { ctx, turn: () => watchChain(ctx, parts) }
  }

  const watch = watcher()
  await watch.turn()
  const whole = built.move()
  return {
    ...{ chain, on, forwarders, ledger, tokens, watcher, watch },
    token: asHex(token),
    async anAccount() {
      const accountId = await ledger.anAccount()
      const address = depositAddress(forwarders, accountId)
      const created_at = ledger.context.clock.now()
      await ledger.context.transact((tx) =>
        insertAddresses(tx, [{ account_id: accountId, chain_id: chain.id, address, created_at }]),
      )
      return { accountId, address }
    },
    async deposits() {
      const { rows } =
        await sql<DepositRow>`select * from deposits order by block_height, id`.execute(ledger.db)
      return rows
    },
    async availableOf(accountId) {
      return (await readBalance(ledger.context, accountId, noFeatures)).available_micro_usd
    },
    async alarm() {
      const { rows } = await sql<{
        alarm: string | null
      }>`select alarm from deposit_chains`.execute(ledger.db)
      return rows[0]?.alarm ?? null
    },
    async assetsOf(of) {
      const { rows } = await sql<{
        sum: number
      }>`select coalesce(sum(amount_micro_usd), 0)::bigint as sum
        from ledger_entries where ledger_account_id = ${`platform_assets:eip155:${chain.id}:${of}`}`.execute(
        ledger.db,
      )
      return 0 - Number(rows[0]?.sum ?? 0)
    },
    isLedgerClean: async () => (await checkLedger(ledger.db)).clean,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}

interface ConfigParts {
  endpoint: string
  second: string | undefined
  forwarders: LocalForwarders
  finality: Finality
  blocksPerCall: number
  tokens: readonly SiteToken[]
  others: readonly string[]
  coin: object | null
}

function configFor({ endpoint, second, forwarders, finality, others, ...parts }: ConfigParts) {
  const chainId = siteChainId
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const wallet = readWalletConfig({
    CHAINS: JSON.stringify([{ id: chainId, name: 'Local', nativeCurrency, rpcUrl: endpoint }]),
    TOKENS: JSON.stringify(others.map((address) => ({ chainId, address }))),
  })
  const deposits = readDepositsConfig(
    {
      DEPOSITS: JSON.stringify([
        {
          ...{ chainId, ...forwarders, confirmations: finality },
          ...{ blocksPerCall: parts.blocksPerCall, coin: parts.coin },
          tokens: parts.tokens.map((one) => ({ symbol: 'USDC', decimals: 6, ...one })),
          ...(second === undefined ? {} : { secondRpcUrl: second }),
        },
      ]),
    },
    wallet.config,
  )
  const problems = [...wallet.problems, ...deposits.problems]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { deposits: deposits.config }
}

/** Named cast: addresses begin with 0x. */
function asHex(text: string): `0x${string}` {
  return text as `0x${string}`
}

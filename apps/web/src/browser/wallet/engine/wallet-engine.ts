import { systemClock } from '@gridloom/async/clock'
import type { Chain as OwnChain } from '@gridloom/contract/wallet/chain'
import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  getConnectors,
  http,
  injected,
  reconnect,
  signMessage,
  switchChain,
  watchAsset,
  watchConnection,
  watchConnectors,
} from '@wagmi/core'
import type { Chain, EIP1193Provider } from 'viem'
import { clockNowMs } from '../../clock.ts'
import { createExchangeProvider, type ExchangeProvider } from '../exchange/exchange-provider.ts'
import { deepLink, isMobile } from '../exchange/pairing.ts'
import type { WalletChoice, WalletEngine, WalletSetup } from '../wallet-types.ts'
import { exchangeWallet, exchangeWalletId } from './exchange-wallet.ts'

/** Creates the engine and connects again what was connected before a reload. */
export async function createWalletEngine(setup: WalletSetup): Promise<WalletEngine> {
  const exchange = exchangeFor(setup)
  const config = configFor(setup, exchange)
  watchConnection(config, { onChange: () => setup.onAccount(accountOf(config)) })
  await reconnect(config)
  setup.onAccount(accountOf(config))
  return {
    chains: setup.chains,
    watchChoices(listener) {
      const tell = () => listener(choicesOf(getConnectors(config)))
      const stop = watchConnectors(config, { onChange: tell })
      tell()
      return stop
    },
    async connect(id, onCode) {
      const connector = getConnectors(config).find((one) => one.uid === id)
      if (connector === undefined) throw new Error('This wallet is no longer there.')
      const stop = exchange?.on('uri', onCode)
      try {
        await connect(config, { connector })
      } finally {
        stop?.()
      }
    },
    cancel: () => exchange?.cancel(),
    disconnect: () => disconnect(config),
    async switchChain(id) {
      await switchChain(config, { chainId: id })
    },
    sign: (message) => signMessage(config, { message }),
    async watchToken(options) {
      await watchAsset(config, { type: 'ERC20', options })
    },
  }
}

function configFor({ chains, relay }: WalletSetup, exchange: ExchangeProvider | undefined): Config {
  const [first, ...others] = chains.map(chainOf)
  if (first === undefined) throw new Error('no chain is configured')
  return createConfig({
    chains: [first, ...others],
    connectors: [injected(), ...exchangeConnectors(relay, exchange)],
    // Wallets read by themselves, and the server reads for our pages: nothing is sent to these from here.
    transports: Object.fromEntries(chains.map(({ id, rpc_url }) => [id, http(rpc_url)])),
    multiInjectedProviderDiscovery: true,
    storage: createStorage({ key: 'gridloom-wallet', storage: localStorage }),
  })
}

function exchangeFor({ relay, site }: WalletSetup): ExchangeProvider | undefined {
  if (relay === null) return undefined
  const provider = createExchangeProvider({
    relay,
    site,
    clock: systemClock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  })
  // On a phone the wallet is another app, which the user has to see to confirm.
  provider.on('request', () => {
    const { userAgent } = navigator
    if (isMobile(userAgent)) location.href = deepLink({ userAgent, nowMs: clockNowMs() })
  })
  return provider
}

/** The exchange wallet by what there is of it: its own browser, its extension, or a code for its app. */
function exchangeConnectors(
  relay: string | null,
  exchange: ExchangeProvider | undefined,
): CreateConnectorFn[] {
  const here = asExchangeWindow(window)
  if (here.ethereum?.isBinance === true) return []
  const extension = here.binancew3w
  if (extension?.isExtension === true) {
    const provider = () => extension.ethereum
    return [injected({ target: { id: exchangeWalletId, name: 'Binance Wallet', provider } })]
  }
  return exchange === undefined || relay === null ? [] : [exchangeWallet(exchange)]
}

interface ExchangeWindow {
  ethereum?: { isBinance?: boolean }
  binancew3w?: { isExtension?: boolean; ethereum: EIP1193Provider }
}

/** Named cast: what extensions may add to the page. */
function asExchangeWindow(page: object): ExchangeWindow {
  return page as ExchangeWindow
}

function accountOf(config: Config) {
  const { status, address, chainId, connector } = getConnection(config)
  if (status !== 'connected') return undefined
  return { address, chainId, wallet: connector.name }
}

/**
 * The wallets to choose from. The page's plain provider only where no wallet announced itself (EIP-6963), as it is one
 * of those otherwise.
 */
function choicesOf(connectors: readonly Connector[]): WalletChoice[] {
  const announced = connectors.filter(({ type, id }) => type === 'injected' && id.includes('.'))
  const plain = connectors.filter(({ id }) => id === 'injected')
  const hasPlain = 'ethereum' in window && announced.length === 0
  const byCode = connectors.filter(({ type }) => type === exchangeType)
  return [...announced, ...(hasPlain ? plain : []), ...byCode].map(({ uid, name, icon, type }) => ({
    id: uid,
    name: name === 'Injected' ? 'Browser wallet' : name,
    icon: icon?.trim().startsWith('data:image/') ? icon.trim() : undefined,
    by: type === exchangeType ? ('code' as const) : ('browser' as const),
  }))
}

const exchangeType = 'binanceWallet'

function chainOf(chain: OwnChain): Chain {
  return {
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.native_currency,
    rpcUrls: { default: { http: [chain.rpc_url] } },
    ...(chain.block_explorer && { blockExplorers: { default: chain.block_explorer } }),
    ...(chain.multicall_contract && {
      contracts: { multicall3: { address: asAddress(chain.multicall_contract) } },
    }),
  }
}

/** Named cast: the contract's schema has checked it. */
function asAddress(text: string): `0x${string}` {
  return text as `0x${string}`
}

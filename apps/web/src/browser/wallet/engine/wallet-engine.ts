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
  getConnectorClient,
  getConnectors,
  http,
  injected,
  reconnect,
  sendTransaction,
  signMessage,
  switchChain,
  watchAsset,
  watchConnection,
  watchConnectors,
  writeContract,
} from '@wagmi/core'
import { type Chain, type EIP1193Provider, erc20Abi } from 'viem'
import { clockNowMs } from '../../clock.ts'
import type { CodeProvider } from '../code-provider.ts'
import { createExchangeProvider } from '../exchange/exchange-provider.ts'
import { deepLink, isMobile } from '../exchange/pairing.ts'
import type { WalletChoice, WalletEngine, WalletSetup } from '../wallet-types.ts'
import { createWalletConnect } from '../walletconnect/walletconnect-provider.ts'
import { codeWallet, exchangeWallet, walletConnect } from './code-wallet.ts'

/** Creates the engine and connects again what was connected before a reload. */
export async function createWalletEngine(setup: WalletSetup): Promise<WalletEngine> {
  const byCode = { exchange: exchangeFor(setup), walletConnect: walletConnectFor(setup) }
  const providers = Object.values(byCode).filter((one) => one !== undefined)
  const config = configFor(setup, byCode)
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
      const stops = providers.map((one) => one.on('uri', onCode))
      try {
        await connect(config, { connector })
      } finally {
        for (const stop of stops) stop()
      }
    },
    cancel() {
      for (const one of providers) one.cancel()
    },
    disconnect: () => disconnect(config),
    async switchChain(id) {
      await switchChain(config, { chainId: id })
    },
    sign: (message) => signMessage(config, { message }),
    async signTypedData(json) {
      const client = await getConnectorClient(config)
      return client.request({
        method: 'eth_signTypedData_v4',
        params: [client.account.address, json],
      })
    },
    sendToken: ({ chainId, token, to, amount }) =>
      writeContract(config, {
        ...{ chainId, address: asAddress(token), abi: erc20Abi, functionName: 'transfer' },
        args: [asAddress(to), amount],
      }),
    sendCoins: ({ chainId, from, to, value, data }) =>
      sendTransaction(config, {
        ...{ chainId, account: asAddress(from), to: asAddress(to) },
        ...{ value, data: asAddress(data) },
      }),
    async watchToken(options) {
      await watchAsset(config, { type: 'ERC20', options })
    },
  }
}

interface ByCode {
  exchange: CodeProvider | undefined
  walletConnect: CodeProvider | undefined
}

function configFor({ chains }: WalletSetup, { exchange, walletConnect: other }: ByCode): Config {
  const [first, ...others] = chains.map(chainOf)
  if (first === undefined) throw new Error('no chain is configured')
  return createConfig({
    chains: [first, ...others],
    connectors: [
      injected(),
      ...exchangeConnectors(exchange),
      ...(other === undefined ? [] : [codeWallet(walletConnect, other)]),
    ],
    // Wallets read by themselves, and the server reads for our pages: nothing is sent to these from here.
    transports: Object.fromEntries(chains.map(({ id, rpc_url }) => [id, http(rpc_url)])),
    multiInjectedProviderDiscovery: true,
    storage: createStorage({ key: 'gridloom-wallet', storage: localStorage }),
  })
}

const kept = {
  keys: () => Object.keys(localStorage),
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, text: string) => localStorage.setItem(key, text),
  removeItem: (key: string) => localStorage.removeItem(key),
}

function walletConnectFor({ chains, walletconnect, site }: WalletSetup): CodeProvider | undefined {
  if (walletconnect === null) return undefined
  const chainIds = chains.map(({ id }) => id)
  return createWalletConnect({ ...walletconnect, chainIds, site, storage: kept })
}

function exchangeFor({ relay, site }: WalletSetup): CodeProvider | undefined {
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
function exchangeConnectors(exchange: CodeProvider | undefined): CreateConnectorFn[] {
  const here = asExchangeWindow(window)
  if (here.ethereum?.isBinance === true) return []
  const extension = here.binancew3w
  if (extension?.isExtension === true) {
    const provider = () => extension.ethereum
    const { id, name } = exchangeWallet
    return [injected({ target: { id, name, provider } })]
  }
  return exchange === undefined ? [] : [codeWallet(exchangeWallet, exchange)]
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
  const byCode = connectors.filter(({ type }) => codeTypes.has(type))
  return [...announced, ...(hasPlain ? plain : []), ...byCode].map(({ uid, name, icon, type }) => ({
    id: uid,
    name: name === 'Injected' ? 'Browser wallet' : name,
    icon: icon?.trim().startsWith('data:image/') ? icon.trim() : undefined,
    by: codeTypes.get(type) ?? 'browser',
  }))
}

const codeTypes: ReadonlyMap<string, WalletChoice['by']> = new Map([
  [exchangeWallet.type, 'exchange code'],
  [walletConnect.type, 'code'],
])

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

/** Named cast: the contract's schema has checked it; data begins with 0x as addresses do. */
function asAddress(text: string): `0x${string}` {
  return text as `0x${string}`
}

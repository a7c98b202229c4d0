import type { SignClient } from '@walletconnect/sign-client'
import { retryImport } from '../../retry-import.ts'
import type {
  CodeProvider,
  CodeSession,
  ProviderEvents,
  ProviderListener,
  ProviderRequest,
} from '../code-provider.ts'
import { createProviderEvents } from '../provider-events.ts'
import { createLocalEntries, type EntryStorage, hasEntries } from './local-entries.ts'
import { accountsIn, sessionOn, wantedNamespaces } from './namespace.ts'

interface Options {
  projectId: string
  relay: string
  /** The chains of this installation. */
  chainIds: readonly number[]
  site: { name: string; description: string; url: string; icons: readonly string[] }
  storage: EntryStorage
}

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Granted = Awaited<ReturnType<Awaited<ReturnType<Client['connect']>>['approval']>>

/** WalletConnect 2 as an EIP-1193 provider. Its library loads when it is chosen, or when it has a session to resume. */
export function createWalletConnect(options: Options): CodeProvider {
  return new WalletConnectProvider(options)
}

interface Link {
  topic: string
  /** As the wallet granted them (CAIP-10). */
  granted: readonly string[]
  session: CodeSession
}

class WalletConnectProvider implements CodeProvider {
  readonly #options: Options
  readonly #events = createProviderEvents()
  #loading: Promise<Client> | undefined
  #link: Link | undefined
  #cancelled: PromiseWithResolvers<never> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  session(): CodeSession | undefined {
    return this.#link?.session
  }

  async resume(): Promise<CodeSession | undefined> {
    if (this.#link !== undefined) return this.#link.session
    if (!hasEntries(this.#options.storage)) return undefined
    const client = await this.#load()
    const granted = client.session.getAll().at(-1)
    return granted === undefined ? undefined : this.#adopt(granted, undefined)
  }

  async connect(chainId: number): Promise<CodeSession> {
    if (this.#link !== undefined) throw new Error('A wallet is connected already.')
    if (this.#cancelled !== undefined) throw new Error('Another connection begins.')
    const cancelled = Promise.withResolvers<never>()
    this.#cancelled = cancelled
    try {
      return await Promise.race([this.#pair(chainId, cancelled.promise), cancelled.promise])
    } catch (error) {
      throw asDeclined(error)
    } finally {
      this.#cancelled = undefined
    }
  }

  cancel(): void {
    this.#cancelled?.reject(new Error('You closed the connection.'))
  }

  async request({ method, params = [] }: ProviderRequest): Promise<unknown> {
    const link = this.#link
    if (link === undefined) throw new Error('The wallet is not connected.')
    const { accounts, chainId } = link.session
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accounts
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'wallet_switchEthereumChain' && this.#moveTo(chainIn(params))) return null
    const client = await this.#load()
    this.#events.emit('request', undefined)
    try {
      const { topic } = link
      return await client.request({
        topic,
        chainId: `eip155:${chainId}`,
        request: { method, params },
      })
    } catch (error) {
      throw asDeclined(error)
    }
  }

  disconnect(): void {
    const link = this.#link
    if (link === undefined) return
    this.#end(link.topic)
    const reason = { code: 6000, message: 'User disconnected.' }
    void this.#load()
      .then((client) => client.disconnect({ topic: link.topic, reason }))
      // @NOTE the session is over here, whether the wallet hears of it or not
      .catch(() => {})
  }

  on<Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>): () => void {
    return this.#events.on(name, listener)
  }

  #load(): Promise<Client> {
    this.#loading ??= this.#start().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  async #start(): Promise<Client> {
    const { projectId, relay, site, storage } = this.#options
    const { SignClient: library } = await retryImport(() => import('@walletconnect/sign-client'))
    const client = await library.init({
      projectId,
      relayUrl: relay,
      metadata: { ...site, icons: [...site.icons] },
      storage: createLocalEntries(storage),
      telemetryEnabled: false,
      logger: 'silent',
    })
    client.on('session_delete', ({ topic }) => this.#end(topic))
    client.on('session_expire', ({ topic }) => this.#end(topic))
    client.on('session_update', ({ topic, params: { namespaces } }) =>
      this.#grant(topic, namespaces.eip155?.accounts ?? []),
    )
    client.on('session_event', ({ topic, params: { event, chainId } }) => {
      if (topic !== this.#link?.topic) return
      if (event.name === 'chainChanged') this.#moveTo(Number(event.data))
      if (event.name === 'accountsChanged')
        this.#grant(
          topic,
          asList(event.data).map((one) => accountText(one, chainId)),
        )
    })
    return client
  }

  async #pair(chainId: number, cancelled: Promise<never>): Promise<CodeSession> {
    const client = await this.#load()
    const optionalNamespaces = wantedNamespaces(this.#options.chainIds)
    const { uri, approval } = await client.connect({ optionalNamespaces })
    if (uri === undefined) throw new Error('The wallet service gave no code.')
    this.#events.emit('uri', uri)
    // @NOTE a code that cannot be withdrawn expires by itself after five minutes
    cancelled.catch(() => withdraw(client, uri)).catch(() => {})
    return this.#adopt(await approval(), chainId)
  }

  #adopt({ topic, namespaces }: Granted, wanted: number | undefined): CodeSession {
    const granted = namespaces.eip155?.accounts ?? []
    const session = sessionOn(accountsIn(granted), wanted)
    if (session === undefined) throw new Error('The wallet gave no account of an EVM chain.')
    this.#link = { topic, granted, session }
    return session
  }

  /** The wallet grants other accounts; none end the session. */
  #grant(topic: string, granted: readonly string[]): void {
    const link = this.#link
    if (link?.topic !== topic) return
    const session = sessionOn(accountsIn(granted), link.session.chainId)
    if (session === undefined) return void this.disconnect()
    this.#link = { topic, granted, session }
    if (session.chainId !== link.session.chainId) this.#events.emit('chain', session.chainId)
    this.#events.emit('accounts', session.accounts)
  }

  /** Goes on with another chain that the wallet granted; returns `false` where it did not grant it. */
  #moveTo(chainId: number | undefined): boolean {
    const link = this.#link
    if (link === undefined || chainId === undefined) return false
    const session = sessionOn(accountsIn(link.granted), chainId)
    if (session?.chainId !== chainId) return false
    this.#link = { ...link, session }
    this.#events.emit('chain', chainId)
    return true
  }

  #end(topic: string): void {
    if (this.#link?.topic !== topic) return
    this.#link = undefined
    this.#events.emit('disconnect', undefined)
  }
}

/**
 * Ends a proposal, so that a wallet that scans its code late begins no session. A proposal that expires unanswered makes
 * the library reject a promise that nobody can handle.
 */
async function withdraw(client: Client, uri: string): Promise<void> {
  for (const { id } of client.proposal.getAll()) client.events.emit('proposal_expire', { id })
  const topic = /^wc:(\w+)@/.exec(uri)?.[1]
  if (topic !== undefined) await client.core.pairing.disconnect({ topic })
}

/** The chain that a request to switch names. */
function chainIn([param]: readonly unknown[]): number | undefined {
  const { chainId }: { chainId?: unknown } = Object(param)
  return typeof chainId === 'string' ? Number(chainId) : undefined
}

function asList(data: unknown): string[] {
  return Array.isArray(data) ? data.map(String) : []
}

/** An account of an event: wallets name it with its chain (CAIP-10) or without. */
function accountText(account: string, chain: string): string {
  return account.startsWith('eip155:') ? account : `${chain}:${account}`
}

/** The codes with which WalletConnect says that the user declined, as that of EIP-1193. */
function asDeclined(error: unknown): unknown {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  if (typeof code !== 'number' || code < 5000 || code > 5003) return error
  return Object.assign(new Error(String(message), { cause: error }), { code: 4001 })
}

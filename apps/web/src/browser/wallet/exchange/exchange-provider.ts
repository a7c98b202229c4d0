import type { Timers } from '@gridloom/async/clock'
import { open, seal } from '@gridloom/domain/sealed/payload'
import { WalletError, walletErrorFor } from '@gridloom/domain/wallet/wallet-errors'
import type {
  CodeProvider,
  CodeSession,
  ProviderEvents,
  ProviderListener,
  ProviderRequest,
} from '../code-provider.ts'
import { createProviderEvents } from '../provider-events.ts'
import { pairingUri } from './pairing.ts'
import { createPendingCalls, type PendingCalls } from './pending-calls.ts'
import { jsonIn, openRelaySocket, type RelaySocket } from './relay-socket.ts'
import { methods, Response, SessionParams, SessionUpdate } from './wire.ts'

interface Options {
  relay: string
  clock: Timers
  randomBytes(count: number): Uint8Array
  /** What the wallet shows of this site. */
  site: { name: string; description: string; url: string; icons: readonly string[] }
}

/** One session: its secrets, and what it is connected to once the wallet has agreed. */
interface Link {
  key: Uint8Array
  clientId: string
  handshakeTopic: string
  handshakeId: number
  socket: RelaySocket
  peerId: string | undefined
  connected: CodeSession | undefined
  beginning: PromiseWithResolvers<CodeSession>
}

/**
 * The exchange wallet as an EIP-1193 provider. Requests go through a relay, encrypted with a key that the wallet got by
 * the QR code (WalletConnect 1). The session ends with the page.
 */
export function createExchangeProvider(options: Options): CodeProvider {
  return new RelayedProvider(options)
}

class RelayedProvider implements CodeProvider {
  readonly #options: Options
  readonly #events = createProviderEvents()
  readonly #calls: PendingCalls
  #link: Link | undefined

  constructor(options: Options) {
    this.#options = options
    this.#calls = createPendingCalls(options.clock)
  }

  session(): CodeSession | undefined {
    return this.#link?.connected
  }

  /** A session ends with its page. */
  async resume(): Promise<CodeSession | undefined> {
    return this.#link?.connected
  }

  /**
   * @throws {WalletError} 100001 when it is cancelled, 100002 when the user declines, 100004 while another connection
   * begins, 100005 when connected, 300001 when the relay is not reached
   */
  async connect(chainId: number): Promise<CodeSession> {
    if (this.#link?.connected !== undefined) throw new WalletError(100005)
    if (this.#link !== undefined) throw new WalletError(100004)
    const link = this.#begin()
    const { site, relay } = this.#options
    const peer = { peerId: link.clientId, peerMeta: site, chainId }
    const request = { id: link.handshakeId, method: 'wc_sessionRequest', params: [peer] }
    this.#publish(link, link.handshakeTopic, request)
    this.#events.emit(
      'uri',
      pairingUri({ topic: link.handshakeTopic, relay, key: hexOf(link.key) }),
    )
    return link.beginning.promise
  }

  cancel(): void {
    if (this.#link !== undefined && this.#link.connected === undefined)
      this.#fail(this.#link, new WalletError(100001))
  }

  async request({ method, params = [] }: ProviderRequest): Promise<unknown> {
    const link = this.#link
    if (link?.connected === undefined) throw new WalletError(100003)
    if (!methods.has(method)) throw new WalletError(200002)
    const { accounts, chainId } = link.connected
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return accounts
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    const id = this.#newId()
    const answer = this.#calls.add(id)
    this.#publish(link, link.peerId ?? '', { id, method, params })
    this.#events.emit('request', undefined)
    return resultOf(method, await answer)
  }

  disconnect(): void {
    const link = this.#link
    if (link?.connected === undefined) return
    const ending = { approved: false, chainId: null, networkId: null, accounts: null }
    const update = { id: this.#newId(), method: 'wc_sessionUpdate', params: [ending] }
    this.#publish(link, link.peerId ?? '', update)
    this.#fail(link, new WalletError(100003))
  }

  on<Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>): () => void {
    return this.#events.on(name, listener)
  }

  #begin(): Link {
    const { relay, clock, randomBytes } = this.#options
    const clientId = hexOf(randomBytes(16))
    const link: Link = {
      key: randomBytes(32),
      clientId,
      handshakeTopic: hexOf(randomBytes(16)),
      handshakeId: this.#newId(),
      socket: openRelaySocket({
        relay,
        topic: clientId,
        clock,
        onMessage: ({ topic, payload }) => {
          if (this.#link === link && topic === clientId) this.#receive(link, payload)
        },
        onLost: () => this.#fail(link, new WalletError(300001, 'the relay is unreachable')),
      }),
      peerId: undefined,
      connected: undefined,
      beginning: Promise.withResolvers<CodeSession>(),
    }
    this.#link = link
    return link
  }

  #publish(link: Link, topic: string, request: object): void {
    const sealed = seal({ jsonrpc: '2.0', ...request }, link.key, this.#options.randomBytes)
    link.socket.publish({ topic, payload: JSON.stringify(sealed) })
  }

  /** What does not decrypt, or has another form, is of strangers: ignored. */
  #receive(link: Link, payload: string): void {
    const message = open(jsonIn(payload), link.key)
    const update = SessionUpdate.safeParse(message)
    const response = Response.safeParse(message)
    if (update.success) this.#update(link, update.data.params[0])
    else if (response.data?.id === link.handshakeId) this.#answerHandshake(link, response.data)
    else if (response.success) this.#calls.settle(response.data)
  }

  #answerHandshake(link: Link, { result }: Response): void {
    if (link.connected !== undefined) return
    const params = SessionParams.safeParse(result)
    if (params.success) this.#update(link, params.data)
    else this.#fail(link, new WalletError(100002))
  }

  /** The wallet agrees to a session, changes it, or ends it; one without accounts is ended. */
  #update(link: Link, params: SessionParams): void {
    const before = link.connected
    const accounts = params.accounts ?? before?.accounts ?? []
    const chainId = params.chainId ?? before?.chainId
    const isOver = !params.approved || accounts.length === 0 || chainId === undefined
    if (isOver) return void this.#fail(link, new WalletError(before ? 100003 : 100002))
    link.peerId ??= params.peerId ?? undefined
    link.connected = { accounts, chainId }
    if (before === undefined) return void link.beginning.resolve(link.connected)
    if (before.chainId !== chainId) this.#events.emit('chain', chainId)
    if (before.accounts.join() !== accounts.join()) this.#events.emit('accounts', accounts)
  }

  /** Ends a session, or one that begins. */
  #fail(link: Link, error: Error): void {
    if (this.#link !== link) return
    this.#link = undefined
    link.socket.close()
    this.#calls.failAll(error)
    if (link.connected === undefined) link.beginning.reject(error)
    else this.#events.emit('disconnect', undefined)
  }

  /** 48 bits: exact as a number. */
  #newId(): number {
    return Number.parseInt(hexOf(this.#options.randomBytes(6)), 16)
  }
}

/** The result of a response. Switching the chain has none (EIP-3326). */
function resultOf(method: string, { result, error }: Response): unknown {
  if (error !== undefined) {
    const code = walletErrorFor(error.code)
    throw code === undefined
      ? Object.assign(new Error(error.message), { code: error.code })
      : new WalletError(code)
  }
  if (result !== undefined && result !== null) return result
  if (method === 'wallet_switchEthereumChain' && result === null) return null
  throw new WalletError(200003)
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

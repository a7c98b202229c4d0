import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/** A response of the wallet to a request: a result, an error of its own, neither, or none at all. */
export type WalletAnswer =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | 'nothing'
  | 'silence'

/** How a user acts in the wallet. */
interface Acting {
  /** What the wallet answers to the request for a session. */
  session: { approve: { accounts: readonly string[]; chainId: number } } | 'reject'
  /** What it answers to a request. */
  answer?: (request: {
    method: string
    params: readonly unknown[]
  }) => WalletAnswer | Promise<WalletAnswer>
}

/** A wallet that has scanned a code. */
export interface StandInWallet extends AsyncDisposable {
  /** The chain that the page asked for. */
  readonly asked: Promise<number>
  /** The requests that arrived. */
  readonly requests: readonly { method: string; params: readonly unknown[] }[]
  /** Tells the page another state of the session. */
  update(session: { approved: boolean; accounts?: readonly string[]; chainId?: number }): void
  /** The topic of the page, once it has asked for the session. */
  pageTopic(): string
  /** Resolves when the page has ended the session. */
  readonly ended: Promise<void>
}

/** The relay of the exchange wallet, with wallets that speak its protocol (WalletConnect 1). */
export interface ExchangeStandIn extends AsyncDisposable {
  readonly relay: string
  scan(uri: string, acting: Acting): Promise<StandInWallet>
  /** Publishes anything under a topic, as anyone may who knows it. */
  publish(topic: string, payload: string): void
  /** Closes all connections, as a network does. */
  drop(): void
}

const Frame = z.object({
  topic: z.string(),
  type: z.enum(['pub', 'sub', 'ack']),
  payload: z.string(),
})
type Frame = z.infer<typeof Frame>

/** Starts the relay; on a free port unless one is given. */
export async function startExchange(port = 0): Promise<ExchangeStandIn> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const relay = `ws://127.0.0.1:${address.port}/wallet-connector`
  const topics = new Map<string, Set<WebSocket>>()
  const kept = new Map<string, string[]>()

  function deliver(topic: string, payload: string): void {
    const text = JSON.stringify({ topic, type: 'pub', payload, silent: true })
    const listeners = [...(topics.get(topic) ?? [])].filter(isOpen)
    for (const socket of listeners) socket.send(text)
    // Kept for whoever subscribes later, as the relay does.
    if (listeners.length === 0) kept.set(topic, [...(kept.get(topic) ?? []), payload])
  }

  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { topic, type, payload } = Frame.parse(JSON.parse(String(data)))
      if (type === 'pub') deliver(topic, payload)
      if (type !== 'sub') return
      topics.set(topic, (topics.get(topic) ?? new Set()).add(socket))
      const waiting = kept.get(topic) ?? []
      kept.delete(topic)
      for (const one of waiting) deliver(topic, one)
    })
  })
  return {
    relay,
    scan: scanCode,
    publish: deliver,
    drop: () => {
      for (const socket of server.clients) socket.terminate()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === WebSocket.OPEN
}

const Peer = z.object({ peerId: z.string(), chainId: z.number() })
const Request = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })

async function scanCode(uri: string, acting: Acting): Promise<StandInWallet> {
  const code = /^wc:([^@]+)@1\?bridge=(.+)&key=([0-9a-f]{64})&scene=bid$/.exec(uri)
  if (code === null) throw new Error(`not a code of the exchange wallet: ${uri}`)
  const [, topic = '', bridge = '', hexKey = ''] = code
  const key = Buffer.from(hexKey, 'hex')
  const own = randomUUID()
  const socket = new WebSocket(`${bridge}?env=browser&protocol=wc&version=1`)
  await once(socket, 'open')
  const asked = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<void>()
  const requests: { method: string; params: readonly unknown[] }[] = []
  let peer = ''

  const send = (frame: Frame) => socket.send(JSON.stringify({ ...frame, silent: true }))
  const tell = (message: object) =>
    send({ topic: peer, type: 'pub', payload: sealed({ jsonrpc: '2.0', ...message }, key) })

  function openSession(id: number, params: readonly unknown[]): void {
    const { peerId, chainId } = Peer.parse(params[0])
    peer = peerId
    asked.resolve(chainId)
    const meta = { name: 'Stand-in', description: '', url: '', icons: [] }
    const session =
      acting.session === 'reject'
        ? { approved: false, chainId: null, accounts: null }
        : { approved: true, ...acting.session.approve, peerId: own, peerMeta: meta }
    tell({ id, result: { networkId: null, ...session } })
  }

  async function handle(message: unknown): Promise<void> {
    const { id, method, params } = Request.parse(message)
    if (method === 'wc_sessionRequest') return openSession(id, params)
    if (method === 'wc_sessionUpdate') return ended.resolve()
    requests.push({ method, params })
    const answer = (await acting.answer?.({ method, params })) ?? 'silence'
    if (answer === 'silence') return
    tell(answer === 'nothing' ? { id } : { id, ...answer })
  }

  socket.on('message', (data) => {
    const frame = Frame.parse(JSON.parse(String(data)))
    send({ topic: frame.topic, type: 'ack', payload: '' })
    void handle(opened(frame.payload, key))
  })
  for (const one of [topic, own]) send({ topic: one, type: 'sub', payload: '' })
  return {
    asked: asked.promise,
    ended: ended.promise,
    requests,
    pageTopic: () => peer,
    update: (session) =>
      tell({ id: 1, method: 'wc_sessionUpdate', params: [{ networkId: null, ...session }] }),
    async [Symbol.asyncDispose]() {
      socket.terminate()
    },
  }
}

// Node's own cryptography, so that the page's is compared with another.

const Sealed = z.object({ data: z.string(), iv: z.string(), hmac: z.string() })

function sealed(message: object, key: Buffer): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
  const hmac = macOf(key, data, iv)
  return JSON.stringify({ data: data.toString('hex'), iv: iv.toString('hex'), hmac })
}

function opened(text: string, key: Buffer): unknown {
  const parts = Sealed.parse(JSON.parse(text))
  const [data, iv] = [Buffer.from(parts.data, 'hex'), Buffer.from(parts.iv, 'hex')]
  if (macOf(key, data, iv) !== parts.hmac) throw new Error('the page sent a wrong HMAC')
  const decipher = createDecipheriv('aes-256-cbc', key, iv)
  return JSON.parse(Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8'))
}

function macOf(key: Buffer, data: Buffer, iv: Buffer): string {
  return createHmac('sha256', key).update(data).update(iv).digest('hex')
}

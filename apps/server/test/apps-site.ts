import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Clock, systemClock } from '@gridloom/async/clock'
import { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  AccessChange,
  AccessControl,
  Admission,
  AdmissionQuestion,
  Admitted,
} from '../src/edge/apps/admission.ts'
import type { AppsLimits, Dial } from '../src/edge/apps/apps-config.ts'
import { createAppsServer } from '../src/edge/apps/create-apps-server.ts'
import { silentLog } from '../src/platform/log.ts'

/** The label of a port of the only instance. */
export const labelOf = (port: number) => `${port}-ins0123456789abcdef`

const ids = {
  instanceId: InstanceId.parse(`ins_${'0'.repeat(26)}`),
  machineId: MachineId.parse(`mch_${'0'.repeat(26)}`),
  accountId: AccountId.parse(`acc_${'0'.repeat(26)}`),
}

interface AppsSiteOptions {
  /** The programs inside of the instance, by their port. */
  readonly apps: Readonly<Record<number, RequestListener | ((socket: Socket) => void)>>
  /** The programs read from sockets themselves. */
  readonly raw?: boolean
  /** Handles requests that expect "100 Continue". */
  readonly onContinue?: RequestListener
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Decides on questions; by default every port is public. */
  readonly admit?: (question: AdmissionQuestion) => Admission | Promise<Admission>
  readonly clock?: Clock
  readonly limits?: Partial<AppsLimits>
  readonly scheme?: 'http' | 'https'
  readonly trustProxy?: number
  readonly redeem?: AccessControl['redeem']
  readonly dial?: Dial
  /** What streams to the programs are: sockets, or HTTP/2 as to a machine. */
  readonly streams?: 'sockets' | 'http2'
}

/** An apps server between visitors and programs, with an access control that tests decide for. */
export async function startAppsSite(options: AppsSiteOptions) {
  await using opened = new AsyncDisposableStack()
  const { scheme = 'http', clock = systemClock, trustProxy = 0 } = options
  const ports = new Map<number, number>()
  const requests: IncomingMessage[] = []
  const connections: Socket[] = []
  const questions: AdmissionQuestion[] = []
  const listeners = new Set<(change: AccessChange) => void>()
  for (const [port, app] of Object.entries(options.apps)) {
    const server: Server = createServer()
    server.on('connection', (socket) => connections.push(socket))
    if (options.raw === true) server.removeAllListeners('connection').on('connection', app)
    else server.on('request', (request) => requests.push(request)).on('request', app)
    if (options.onContinue !== undefined) server.on('checkContinue', options.onContinue)
    if (options.onUpgrade !== undefined) server.on('upgrade', options.onUpgrade)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    opened.defer(async () => {
      server.close()
      server.closeAllConnections()
      for (const socket of connections) socket.destroy()
    })
    ports.set(Number(port), portOf(server))
  }
  const connectTo = async (port: number) => {
    const at = ports.get(port)
    if (at === undefined) throw new Refused('upstream_failed')
    const socket = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    return socket
  }
  const overHttp2 =
    options.streams === 'http2' ? opened.use(await startHttp2(connectTo)) : undefined
  const dial: Dial =
    options.dial ??
    (({ port }) => (overHttp2 === undefined ? connectTo(port) : overHttp2.dial(port)))
  const server = createAppsServer({
    access: {
      async admit(question) {
        questions.push(question)
        return (options.admit ?? admitted)(question)
      },
      redeem: options.redeem ?? (async () => undefined),
      listening: async () => [...ports.keys()],
      used: async () => {},
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    dial,
    clock,
    log: silentLog(),
    newSecret: () => randomBytes(32).toString('base64url'),
    config: {
      ...{ domain: 'apps.test', scheme, consoleUrl: `${scheme}://console.test`, trustProxy },
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    },
  })
  opened.use(server)
  const at = await server.listen({ host: '127.0.0.1', port: 0 })
  const open = opened.move()
  return {
    port: at,
    server,
    /** Requests that the programs received, and their connections. */
    requests,
    connections,
    questions,
    publish: (change: AccessChange) => {
      for (const listener of listeners) listener(change)
    },
    admitted,
    host: (port: number) => `${labelOf(port)}.apps.test`,
    visit: (port: number, visit: VisitOptions = {}) => visitApp(at, port, visit),
    /** A connection of bytes, for requests that no client would send. */
    async connect(): Promise<Socket> {
      const socket = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** A connection of HTTP/2, as to a machine: each stream is joined with a socket to a program. */
async function startHttp2(connectTo: (port: number) => Promise<Socket>) {
  const server = createHttp2Server()
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    connectTo(Number(headers.port)).then(
      (socket) => {
        stream.respond({ ':status': 200 })
        socket.on('error', () => stream.destroy())
        stream.pipe(socket).pipe(stream)
        stream.once('close', () => socket.destroy())
      },
      () => stream.respond({ ':status': 502 }, { endStream: true }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connectHttp2(`http://127.0.0.1:${portOf(server)}`)
  return {
    async dial(port: number): Promise<Duplex> {
      const stream = session.request({ ':method': 'POST', port: String(port) })
      const [{ ':status': status }] = await once(stream, 'response')
      if (status !== 200) throw new Refused('upstream_failed')
      return stream
    },
    async [Symbol.asyncDispose]() {
      session.destroy()
      server.close()
    },
  }
}

/** The admission of everyone to the port that the label names. */
export function admitted({ label }: Pick<AdmissionQuestion, 'label'>): Admitted {
  return {
    kind: 'admitted',
    ...ids,
    port: Number(label.split('-')[0]),
    accessKey: 'public',
    audience: 'account',
    untilMs: null,
    subjects: [ids.instanceId],
  }
}

export const nobody: Admission = { kind: 'sign_in', subjects: [] }
/** The subject of every admission. */
export const theInstance = ids.instanceId

export interface VisitOptions {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

export interface VisitAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly bytes: Buffer
  readonly trailers: IncomingMessage['trailers']
}

async function visitApp(
  at: number,
  port: number,
  { method = 'GET', path = '/', headers = {}, body }: VisitOptions,
): Promise<VisitAnswer> {
  const sent = httpRequest({
    ...{ port: at, host: '127.0.0.1', method, path },
    headers: { host: `${labelOf(port)}.apps.test`, ...headers },
  })
  sent.end(body)
  const answer = await answerTo(sent)
  const bytes = await buffer(answer)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: bytes.toString(),
    bytes,
    trailers: answer.trailers,
  }
}

/** The response to a request, whose body is not read yet. */
export async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no response')
  return answer
}

function portOf(server: Pick<NetServer, 'address'>): number {
  return (server.address() as AddressInfo).port
}

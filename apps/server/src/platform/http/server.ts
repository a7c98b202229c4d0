import { createServer, type IncomingHttpHeaders, type IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import { limits } from '@gridloom/contract/constants'
import { Refused } from '@gridloom/contract/errors'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createBodyReader } from './bodies/body-reader.ts'
import { createPendingBodies } from './bodies/pending-bodies.ts'
import { readJson } from './bodies/read-json.ts'
import { failureBody } from './failures.ts'
import { limitConnections } from './limit-connections.ts'
import { answerFailures } from './mount.ts'
import { isOpenAiAddress, openAiFailure } from './openai-failures.ts'
import { admitOtherOrigins } from './other-origins.ts'
import { isOwnPage } from './own-page.ts'
import { limitRates } from './rate-limits.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { trackUnused } from './unused-connections.ts'

/** Takes over a connection that asked for a protocol of ours. `head` is what came after the request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

interface Options {
  log: Log
  clock: Clock
  /** The public address. */
  publicUrl: string
  /** How many proxies in front name the caller's address; what stands before theirs is the caller's own invention. */
  trustProxy: number
  /** Tests that send thousands of requests turn limits off. */
  rateLimits: 'on' | 'off'
  /** Protocols other than WebSocket, by the value of the Upgrade header. */
  upgrades: Readonly<Record<string, Upgrade>>
  newRequestId(): string
}

/**
 * The head of a request has seconds. Its body is bounded by what it is (see `pending-bodies.ts`), and an upload, in one
 * request, by an hour.
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60 * 60 * 1_000,
  connectionsCheckingInterval: 2_000,
}
const sweepEveryMs = 1_000
/** A browser opens six and a program with thousands of streams one for each; beyond that it is an attack. */
const connectionsPerAddress = 4_000
const connectionsMax = 20_000

/** The HTTP server with what every route shares: request ids, failures, limits, WebSockets, upgrades. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const socketDoor = new Server()
  // A map, because the name comes from a stranger: a plain object would answer to `__proto__` too.
  const upgrades = new Map(Object.entries(options.upgrades))
  const logger: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: (_address: string, hop: number) => hop < options.trustProxy,
    bodyLimit: limits.publicBodyBytes,
    requestIdHeader: false,
    // Ids of models have up to 200 characters; the router gives up on 100.
    routerOptions: { maxParamLength: 300 },
    genReqId: options.newRequestId,
    // An address that cannot be decoded is met before any route.
    frameworkErrors: (_error, { url }, reply) => {
      const unknown = unknownAddress()
      const body = isOpenAiAddress(url) ? openAiFailure(unknown, url) : failureBody(unknown)
      reply.hijack()
      reply.raw.writeHead(unknown.status, {
        ...securityHeaders(options),
        'content-type': 'application/json; charset=utf-8',
      })
      reply.raw.end(JSON.stringify(body))
    },
    serverFactory: (handler) => {
      const server = createServer(timeouts, handler)
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const upgrade = upgrades.get(request.headers.upgrade ?? '')
        if (upgrade !== undefined) upgrade(request, socket, head)
        else socketDoor.emit('upgrade', request, socket, head)
      })
      return server
    },
    forceCloseConnections: 'idle',
  })
  limitConnections(app.server, {
    perAddress: options.trustProxy === 0 ? connectionsPerAddress : undefined,
    overall: connectionsMax,
  })
  answerFailures(app)
  addSecurityHeaders(app, options)
  admitOtherOrigins(app)
  refuseUnknown(app)
  const unused = trackUnused(app.server)
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
  // Hooks that need not wait say so by a callback: each promise would cost every request a turn.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  if (options.log.isLevelEnabled('debug')) logAnswers(app)
  await app.register(websocket, {
    options: {
      server: socketDoor,
      maxPayload: limits.jsonBodyBytes,
      verifyClient: ({ req }, answer) => answer(isOwnPage(req.headers, options.publicUrl), 403),
    },
  })
  if (options.rateLimits === 'on') await limitRates(app)
  takeBodies(app, options)
  return app
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    const answered = { status: reply.statusCode, ms: reply.elapsedTime }
    request.log.debug({ method, path: url.split('?')[0], ...answered }, 'answered')
    done()
  })
}

/** Refuses, before a body is looked at, what no route is for. A page is asked for without one. */
function refuseUnknown(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, method, is404, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (url.includes('%00') || (is404 && !isRead)) return done(unknownAddress())
    // Nobody reads such a body: the connection ends rather than to take it in.
    if (isRead && hasBody(headers)) reply.header('connection', 'close')
    done()
  })
}

function unknownAddress(): Refused {
  return new Refused('not_found', { details: { what: 'address' } })
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Bodies are bounded in number, time and memory, and read as JSON. */
function takeBodies(app: FastifyInstance, { clock, log }: Options): void {
  const pending = createPendingBodies(clock)
  const reader = createBodyReader({ clock })
  const over = new AbortController()
  const failed = (error: unknown) => log.error({ err: error }, 'late bodies were not ended')
  const sweeping = clock.every(sweepEveryMs, over.signal, async () => pending.sweep(), failed)
  app.addHook('onClose', async () => {
    over.abort()
    await sweeping
    await reader[Symbol.asyncDispose]()
  })
  app.addHook('onRequest', (request, reply, done) => {
    done(pending.watch(request, reply))
  })
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || route.config?.body === 'upload') return
    if ((route.bodyLimit ?? 0) <= limits.publicBodyBytes) return
    route.preParsing = (request, reply, payload, done) => {
      done(pending.reserve(request, reply) ?? null, payload)
    }
  })
  readJson(app, { reader, onRead: pending.release })
}

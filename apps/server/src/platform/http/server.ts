import { createServer, type IncomingMessage, Server } from 'node:http'
import websocket from '@fastify/websocket'
import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import { limits } from '@gridloom/contract/core/constants'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { asPino, type Log } from '../log.ts'
import { createBodyReader } from './bodies/body-reader.ts'
import { createPendingBodies } from './bodies/pending-bodies.ts'
import { readJson } from './bodies/read-json.ts'
import { failureBody } from './failures.ts'
import { limitConnections } from './limit-connections.ts'
import { answerFailures } from './mount.ts'
import { isOpenAiAddress, openAiFailure } from './openai-failures.ts'
import { besideOtherHosts, continueBesideOtherHosts, type OtherHosts } from './other-hosts.ts'
import { admitOtherOrigins } from './other-origins.ts'
import { isOwnPage } from './own-page.ts'
import { admitOwnPage } from './own-page-elsewhere.ts'
import { createPendingUpgrades } from './pending-upgrades.ts'
import { limitRates } from './rate-limits.ts'
import { refuseAppOrigins } from './refuse-app-origins.ts'
import { requestLog } from './request-log.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { refuseOtherSockets, refuseUnknown, unknownAddress } from './unknown-addresses.ts'
import { trackUnused } from './unused-connections.ts'
import { isUpgrade, routeUpgrades, type Upgrade, type Upgrades } from './upgrades.ts'

interface HttpServerOptions {
  log: Log
  clock: Clock
  /** The public address. */
  publicUrl: string
  /** The number of proxies in front that name the caller's address; the caller may have invented earlier entries. */
  trustProxy: number
  /** Tests that send thousands of requests turn limits off. */
  rateLimits: 'on' | 'off'
  /** Protocols other than WebSocket, by the value of the Upgrade header. */
  upgrades: Readonly<Record<string, Upgrade>>
  /** The domain whose pages run the code of strangers. */
  appsDomain?: string | undefined
  /** Hosts other than the console's, if this server answers for some. */
  otherHosts?: OtherHosts | undefined
  newRequestId(): string
}

/**
 * The headers of a request have seconds. Its body is limited by its kind (see `pending-bodies.ts`), and an upload, in
 * one request, to an hour.
 */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60 * 60 * 1_000,
  connectionsCheckingInterval: 2_000,
}
const sweepEveryMs = 1_000
/** A browser opens six and a program with thousands of streams one for each; more is an attack. */
const connectionsPerAddress = 4_000
const connectionsMax = 20_000

/**
 * Creates the HTTP server with the shared parts of every route: request ids, failures, limits, WebSockets, upgrades.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  // The WebSocket plugin listens to this in place of the server itself.
  const webSockets = new Server()
  const toWebSockets: Upgrade = (...upgrade) => webSockets.emit('upgrade', ...upgrade)
  // A map, because the caller chooses the name: a plain object would resolve `__proto__` too.
  const upgrades: Upgrades = new Map([
    ...Object.entries(options.upgrades),
    ['websocket', toWebSockets],
  ])
  const pending = createPendingUpgrades(options)
  const pinoLog = asPino(options.log)
  const logger: FastifyBaseLogger = pinoLog
  const app = fastify({
    loggerInstance: logger,
    childLoggerFactory: requestLog,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: (_address: string, hop: number) => hop < options.trustProxy,
    bodyLimit: limits.publicBodyBytes,
    requestIdHeader: false,
    // Ids of models have up to 200 characters; the router's default limit is 100.
    routerOptions: { maxParamLength: 300 },
    genReqId: options.newRequestId,
    // An address that cannot be decoded fails before any route.
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
      const { otherHosts } = options
      const shouldUpgradeCallback = (request: IncomingMessage) =>
        isUpgrade(request, { upgrades, otherHosts })
      const listener = besideOtherHosts(handler, otherHosts)
      const server = createServer({ ...timeouts, shouldUpgradeCallback }, listener)
      continueBesideOtherHosts(server, otherHosts)
      routeUpgrades(server, { upgrades, pending, otherHosts })
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
  admitOwnPage(app, options)
  refuseUnknown(app)
  const unused = trackUnused(app.server)
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
  // Hooks that need not wait use a callback: each promise would cost every request a tick.
  app.addHook('onRequest', (request, reply, done) => {
    // Set on the raw response: streams are written past the framework.
    reply.raw.setHeader('x-request-id', request.id)
    done()
  })
  if (pinoLog.isLevelEnabled('debug')) logAnswers(app)
  await app.register(websocket, {
    options: {
      server: webSockets,
      maxPayload: limits.jsonBodyBytes,
      verifyClient: ({ req }, answer) => answer(isOwnPage(req.headers, options.publicUrl), 403),
    },
  })
  refuseOtherSockets(app)
  // After the plugin, which marks the requests of sockets.
  refuseAppOrigins(app, options)
  app.decorate('pendingUpgrades', pending)
  sweepEverySecond(app, options, pending)
  if (options.rateLimits === 'on') await limitRates(app)
  takeBodies(app, options)
  return app
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    const answered = { status: reply.statusCode, ms: reply.elapsedTime }
    request.log.debug(
      { event: 'request.answered', method, path: url.split('?')[0], ...answered },
      'answered',
    )
    done()
  })
}

/** Closes late connections and bodies, for as long as the server runs. */
function sweepEverySecond(
  app: FastifyInstance,
  { clock, log }: HttpServerOptions,
  late: { sweep(): void },
): void {
  const over = new AbortController()
  const failed = (error: unknown) =>
    log.error({ event: 'connection.cleanup_failed', err: error }, 'late connections were not ended')
  const sweeping = repeat({
    clock,
    everyMs: sweepEveryMs,
    signal: over.signal,
    work: async () => late.sweep(),
    failed,
  })
  app.addHook('onClose', async () => {
    over.abort()
    await sweeping
  })
}

/** Limits bodies in number, time and memory, and reads them as JSON. */
function takeBodies(app: FastifyInstance, options: HttpServerOptions): void {
  const { clock } = options
  const pending = createPendingBodies(clock)
  const reader = createBodyReader({ clock })
  sweepEverySecond(app, options, pending)
  app.addHook('onClose', () => reader[Symbol.asyncDispose]())
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

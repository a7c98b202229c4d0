import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { limits } from '@gridloom/contract/constants'
import { Refused } from '@gridloom/contract/errors'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Log } from '../log.ts'
import { failureBody } from './failures.ts'
import { answerFailures } from './mount.ts'
import { isOpenAiAddress, openAiFailure } from './openai-failures.ts'
import { admitOtherOrigins } from './other-origins.ts'
import { isOwnPage } from './own-page.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { trackUnused } from './unused-connections.ts'

/** Takes over a connection that asked for a protocol of ours. `head` is what came after the request. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

interface Options {
  log: Log
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

/** A request with its whole body; what is sent of an upload in one request is bounded by this on a slow line. */
const requestWithinMs = 60 * 60 * 1_000

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
    bodyLimit: limits.jsonBodyBytes,
    requestIdHeader: false,
    // Ids of models have up to 200 characters; the router gives up on 100.
    routerOptions: { maxParamLength: 300 },
    genReqId: options.newRequestId,
    // An address that cannot be decoded is met before any route.
    frameworkErrors: (_error, { url }, reply) => {
      const unknown = new Refused('not_found', { details: { what: 'address' } })
      const body = isOpenAiAddress(url) ? openAiFailure(unknown, url) : failureBody(unknown)
      reply.hijack()
      reply.raw.writeHead(unknown.status, {
        ...securityHeaders(options),
        'content-type': 'application/json; charset=utf-8',
      })
      reply.raw.end(JSON.stringify(body))
    },
    serverFactory: (handler) => {
      const server = createServer({ requestTimeout: requestWithinMs }, handler)
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const upgrade = upgrades.get(request.headers.upgrade ?? '')
        if (upgrade !== undefined) upgrade(request, socket, head)
        else socketDoor.emit('upgrade', request, socket, head)
      })
      return server
    },
    forceCloseConnections: 'idle',
  })
  answerFailures(app)
  addSecurityHeaders(app, options)
  admitOtherOrigins(app)
  app.removeContentTypeParser('text/plain')
  readJson(app)
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
  if (options.rateLimits === 'on') {
    await app.register(rateLimit, {
      hook: 'preHandler',
      keyGenerator: (request) => limitKey(request.headers.authorization, request.ip),
      errorResponseBuilder: (_request, context) =>
        new Refused('too_many_requests', { details: { seconds: Math.ceil(context.ttl / 1_000) } }),
    })
    stopGuessing(app)
  }
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

/** Tokens that nobody has, from one address within a minute: more than a room full of forgotten tabs sends. */
const unknownTokensPerMinute = 600

/** A stranger may write another token into each request, and each costs a look at the database. */
function stopGuessing(app: FastifyInstance): void {
  const refused = app.createRateLimit({
    max: unknownTokensPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => `unknown tokens ${ip}`,
  })
  // Addresses that were refused not long ago: all others need no look.
  const guessing = new Set<string>()
  const refuseGuesser = async (request: FastifyRequest) => {
    const soFar = await refused(request, { increment: false })
    if (soFar.isAllowed) return
    if (soFar.remaining === soFar.max) guessing.delete(request.ip)
    if (soFar.isExceeded)
      throw new Refused('too_many_requests', { details: { seconds: soFar.ttlInSeconds } })
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.authorization === undefined || !guessing.has(request.ip)) return done()
    refuseGuesser(request).then(() => done(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode !== 401 || request.headers.authorization === undefined) return done()
    noteGuesser(guessing, request.ip)
    refused(request).then(() => done(), done)
  })
}

const guessersMax = 10_000

function noteGuesser(guessing: Set<string>, address: string): void {
  const [oldest] = guessing
  if (guessing.size >= guessersMax && oldest !== undefined) guessing.delete(oldest)
  guessing.add(address)
}

/** A NUL character, escaped as JSON has it; the backslashes before it are pairs of their own. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * Bodies are JSON in UTF-8 (RFC 8259). No text of ours holds a NUL character: neither the database nor the file system
 * takes one.
 */
function readJson(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (url.includes('%00')) done(new Refused('not_found', { details: { what: 'address' } }))
    else done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
    if (!isUtf8(bytes)) return done(new Refused('malformed_body', { internal: 'not UTF-8' }))
    const text = bytes.toString()
    if (!escapedNul.test(text)) return parseJson(request, text, done)
    const fields = { body: 'Text must not contain a NUL character.' }
    done(new Refused('invalid_input', { fields }))
  })
}

/** Who is counted: the holder of a token, else the address. */
function limitKey(authorization: string | undefined, address: string): string {
  if (authorization === undefined) return address
  return hash('sha256', authorization, 'base64url')
}

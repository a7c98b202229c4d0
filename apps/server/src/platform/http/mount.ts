import { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { limits } from '@gridloom/contract/core/constants'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import type { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAtOnce } from '../at-once.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Log } from '../log.ts'
import { actorOf, authenticateFirst } from './admit.ts'
import { dropBody } from './bodies/drop-body.ts'
import { callerKey } from './caller-key.ts'
import { createBriefSignals, signalOf } from './caller-signals.ts'
import { sendEvents } from './event-stream.ts'
import { failureBody, refusalFrom } from './failures.ts'
import { createSocketCounts, mountSocket, type ServeSocket } from './mount-socket.ts'
import { mountUpload, uploadRequest } from './mount-upload.ts'
import { sendChunks, sendJson, takeOver } from './openai-answers.ts'
import { isOpenAiAddress, openAiFailure } from './openai-failures.ts'
import { rateLimitOf } from './rate-limits.ts'
import { type AuditEvent, auditEventOf, endpointName, parseInput, urlOf } from './route-parts.ts'
import type { Authenticator, Download, Routes } from './routes.ts'

/** The parts of a request from which its context is made. */
export interface Caller {
  actor: Actor
  requestId: string
  signal: AbortSignal
  log: Log
  /** The audit event of the call; `null` where the endpoint only reads. */
  event: AuditEvent | null
}

interface MountOptions<C> {
  /** Created with our log, of which each request's is a child. */
  app: FastifyInstance
  clock: Clock
  authenticator: Authenticator
  /** Aborts when the server stops: streams end then. */
  stopping: AbortSignal
  contextFor(caller: Caller): C
}

/** Mounts endpoints of the contract as routes of the HTTP server: authenticate, limit, parse, call, respond. */
export function createRoutes<C extends Pick<Ctx, 'settleAudit'>>(
  options: MountOptions<C>,
): Routes<C> {
  const { app, clock, authenticator, stopping, contextFor } = options
  const briefSignalOf = createBriefSignals(stopping)
  const sockets = createSocketCounts()
  const eventStreams = createAtOnce({ perKey: limits.eventStreamsPerAccount, retryAfterS: 30 })
  app.decorateRequest('actor', null)

  const routeOf = (endpoint: Endpoint) => ({
    ...placeOf(endpoint),
    ...authenticateFirst(endpoint, authenticator),
  })

  const contextOf = (endpoint: Endpoint, request: FastifyRequest, signal: AbortSignal) => {
    const { id: requestId } = request
    const event = auditEventOf(endpoint, request)
    return contextFor({ actor: actorOf(request), requestId, signal, log: request.log, event })
  }

  /** The first step of every route with a known caller. */
  const admit = <E extends Endpoint>(endpoint: E, request: FastifyRequest, signal: AbortSignal) => {
    const ctx = contextOf(endpoint, request, signal)
    return { ctx, input: parseInput(endpoint, request) }
  }

  return {
    on(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        handler: async (request, reply) => {
          const { ctx, input } = admit(endpoint, request, briefSignalOf(reply))
          const response = await handle(ctx, input, {
            setCookie: (cookie) => void reply.header('set-cookie', cookie),
          })
          await ctx.settleAudit()
          reply.code(endpoint.status)
          return endpoint.transport === 'bare' ? response : { status: 'success', data: response }
        },
      })
    },
    stream(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const place = eventStreams.enter(callerKey(request))
          reply.raw.once('close', () => place[Symbol.dispose]())
          const signal = authenticator.sessionSignal(actorOf(request), signalOf(reply, stopping))
          const { ctx, input } = admit(endpoint, request, signal)
          const events = await handle(ctx, input, input.header('last-event-id'))
          await ctx.settleAudit()
          reply.hijack()
          await sendEvents(reply.raw, events, { clock, signal }).catch((error: unknown) => {
            if (!signal.aborted) noteBreak(request, error)
          })
        },
      })
    },
    download(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const { ctx, input } = admit(endpoint, request, signalOf(reply, stopping))
          const file = await handle(ctx, input)
          if (file.etag !== undefined) {
            const caching = file.embeddable ? 'public, max-age=3600' : 'private, no-cache'
            reply.header('etag', `"${file.etag}"`).header('cache-control', caching)
            if (file.embeddable) reply.header('cross-origin-resource-policy', 'cross-origin')
            if (input.header('if-none-match') === `"${file.etag}"`) {
              await file.pieces[Symbol.asyncIterator]().return?.()
              return reply.code(304).send()
            }
          }
          const pieces = await begun(file.pieces)
          reply.header('content-type', file.contentType)
          reply.header('content-disposition', dispositionOf(file))
          if (file.ranges) reply.header('accept-ranges', 'bytes')
          if (file.range !== undefined) {
            const { start, total } = file.range
            const last = start + (file.bytes ?? total - start) - 1
            reply.code(206).header('content-range', `bytes ${start}-${last}/${total}`)
          }
          if (file.bytes !== undefined) reply.header('content-length', file.bytes)
          if (file.immutable !== undefined) reply.header('cache-control', cachingOf(file.immutable))
          if (file.policy !== undefined) reply.header('content-security-policy', file.policy)
          return reply.send(Readable.from(pieces))
        },
      })
    },
    tus(endpoint, handle) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const { ctx, input } = admit(endpoint, request, signalOf(reply, stopping))
        const answer = await handle(ctx, input, uploadRequest(request, reply, stopping))
        await ctx.settleAudit()
        return reply.code(answer.status).headers(answer.headers).send()
      }
      mountUpload(app, { ...routeOf(endpoint), method: ['HEAD', endpoint.method], handler })
    },
    openai(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        exposeHeadRoute: endpoint.method === 'GET',
        handler: async (request, reply) => {
          const signal = briefSignalOf(reply)
          const { ctx, input } = admit(endpoint, request, signal)
          const answer = await handle(ctx, input)
          const response = takeOver(reply)
          if (answer.kind === 'json') return sendJson(response, answer.body)
          const refusalOf = (error: unknown) => brokenStream(request, error)
          await sendChunks(response, answer.chunks, { signal, refusalOf })
        },
      })
    },
    redirect(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const { ctx, input } = admit(endpoint, request, signalOf(reply, stopping))
          const { location, cookies = [] } = await handle(ctx, input)
          await ctx.settleAudit()
          for (const cookie of cookies) reply.header('set-cookie', cookie)
          reply.header('cache-control', 'no-store')
          return reply.redirect(location, 303)
        },
      })
    },
    socket(endpoint, handle) {
      const serve: ServeSocket = (socket, request, { signal, signedIn }) => {
        const signIn = async (token: string) => {
          const { scope, reauth, membership } = endpoint
          const need = { auth: 'member', scope, reauth, membership } as const
          request.actor = await authenticator.authenticate({ token, address: request.ip }, need)
          signedIn(callerKey(request))
          const stay = authenticator.sessionSignal(request.actor, signal)
          const ctx = contextOf(endpoint, request, stay)
          await ctx.settleAudit()
          return ctx
        }
        return handle(socket, parseInput(endpoint, request), { clock, signIn })
      }
      mountSocket(app, placeOf(endpoint), { stopping, serve, counts: sockets })
    },
  }
}

/** Maps the failures of every route to the contract's shape; the log gets the details that the caller may not read. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error, { bodyBytesMax: request.routeOptions.bodyLimit })
    if (reply.raw.destroyed)
      request.log.info({ event: 'request.abandoned' }, 'a caller went before the answer')
    else if (refused.code === 'internal')
      request.log.error({ event: 'request.failed', err: error }, 'a request failed')
    else
      request.log.info(
        { event: 'request.refused', code: refused.code, why: refused.message },
        'a request was refused',
      )
    dropBody(request, reply, refused)
    if (refused.status === 429) reply.header('retry-after', String(refused.details.seconds ?? 1))
    const body = isOpenAiAddress(request.url)
      ? openAiFailure(refused, request.url)
      : failureBody(refused)
    return reply.code(refused.status).send(body)
  })
}

/** Source: RFC 6266, with the extended notation of RFC 8187 for a name that ASCII does not have. */
function dispositionOf({ disposition = 'attachment', fileName, unicodeName }: Download): string {
  const written = encodeURIComponent(unicodeName ?? '').replace(/['()*]/g, percentOf)
  const extended = written === '' ? '' : `; filename*=UTF-8''${written}`
  return `${disposition}; filename="${fileName}"${extended}`
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function cachingOf(immutable: true | 'privately'): string {
  if (immutable === 'privately') return 'private, max-age=3600, immutable'
  return 'public, max-age=31536000, immutable'
}

/**
 * Reads the first piece ahead: a failure before it is an ordinary error, not a file cut off. Leaving the result ends
 * the pieces too, even before the first is read: a generator that was not started would not notice.
 */
async function begun<T>(pieces: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<T> | undefined = await iterator.next()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = first ?? (await iterator.next())
        first = undefined
        return piece
      },
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  }
}

/**
 * Logs a stream that broke after its headers were sent, and can only end; an offline machine is not an error of ours.
 */
function noteBreak(request: FastifyRequest, error: unknown): void {
  const { code } = refusalFrom(error)
  if (code === 'internal')
    request.log.error({ event: 'event_stream.failed', err: error }, 'an event stream broke')
  else request.log.info({ event: 'event_stream.interrupted', code }, 'an event stream ended early')
}

/** As {@link noteBreak}, where the reader can still receive the error. */
function brokenStream(request: FastifyRequest, error: unknown): Refused {
  noteBreak(request, error)
  return refusalFrom(error)
}

/** Returns the method, path and limits of an endpoint. */
function placeOf(endpoint: Endpoint) {
  const { method, bodyBytesMax: bodyLimit } = endpoint
  const name = endpointName(endpoint)
  const config = {
    rateLimit: rateLimitOf(endpoint),
    ...(name === undefined ? {} : { endpoint: name }),
    ...(endpoint.transport === 'tus' ? { body: 'upload' as const } : {}),
  }
  return { method, url: urlOf(endpoint), bodyLimit, config }
}

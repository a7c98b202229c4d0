import { Readable } from 'node:stream'
import type { Endpoint } from '@gridloom/contract/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Actor } from '../ctx.ts'
import type { Log } from '../log.ts'
import { sendEvents } from './event-stream.ts'
import { failureBody, fieldRefusal, refusalFrom } from './failures.ts'
import type { Authenticator, Input, Routes } from './routes.ts'

/** What a request brings to its context. */
export interface Caller {
  actor: Actor
  requestId: string
  signal: AbortSignal
  log: Log
}

interface MountOptions<C> {
  app: FastifyInstance
  clock: Clock
  log: Log
  authenticator: Authenticator
  /** Aborts when the server stops: streams end then. */
  stopping: AbortSignal
  contextFor(caller: Caller): C
}

/** Endpoints of the contract as routes of the HTTP server: authenticate, parse, hand over, answer. */
export function createRoutes<C>(options: MountOptions<C>): Routes<C> {
  const { app, clock, log, authenticator, stopping, contextFor } = options

  /** Signs the caller in and parses the request: what every kind of route does first. */
  const admit = async <E extends Endpoint>(
    endpoint: E,
    request: FastifyRequest,
    signal: AbortSignal,
  ) => {
    const actor = await actorOf(endpoint, request, authenticator)
    const ctx = contextFor({
      actor,
      requestId: request.id,
      signal,
      log: log.child({ requestId: request.id }),
    })
    return { ctx, input: parseInput(endpoint, request) }
  }

  return {
    on(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        handler: async (request, reply) => {
          const { ctx, input } = await admit(endpoint, request, signalOf(reply, stopping))
          const response = await handle(ctx, input)
          reply.code(endpoint.status)
          return endpoint.transport === 'bare' ? response : { status: 'success', data: response }
        },
      })
    },
    stream(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        handler: async (request, reply) => {
          const signal = signalOf(reply, stopping)
          const { ctx, input } = await admit(endpoint, request, signal)
          const events = await handle(ctx, input, input.header('last-event-id'))
          reply.hijack()
          await sendEvents(reply.raw, events, { clock, signal }).catch((error: unknown) => {
            if (!signal.aborted) request.log.error({ err: error }, 'an event stream broke')
          })
        },
      })
    },
    download(endpoint, handle) {
      app.route({
        ...routeOf(endpoint),
        handler: async (request, reply) => {
          const { ctx, input } = await admit(endpoint, request, signalOf(reply, stopping))
          const file = await handle(ctx, input)
          reply.header('content-type', file.contentType)
          reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
          return reply.send(Readable.from(file.pieces))
        },
      })
    },
    socket(endpoint, handle) {
      app.get(
        urlOf(endpoint),
        { ...limitOf(endpoint), websocket: true },
        async (socket, request) => {
          const over = new AbortController()
          socket.once('close', () => over.abort())
          const signal = AbortSignal.any([over.signal, stopping])
          stopping.addEventListener('abort', () => socket.close(1012, 'the server is stopping'), {
            signal: over.signal,
          })
          const signIn = async (token: string) =>
            contextFor({
              actor: await authenticator.authenticate(token, 'member'),
              requestId: request.id,
              signal,
              log: log.child({ requestId: request.id }),
            })
          try {
            await handle(socket, parseInput(endpoint, request), { signIn })
          } catch (error) {
            const refused = refusalFrom(error)
            if (refused.code === 'internal') request.log.error({ err: error }, 'a socket broke')
            socket.send(
              JSON.stringify({ kind: 'refused', code: refused.code, error: refused.publicText }),
            )
            socket.close(1008, refused.code)
          }
        },
      )
    },
  }
}

/** The failures of every route, in the contract's shape; the log keeps what the caller may not read. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusalFrom(error)
    if (refused.code === 'internal') request.log.error({ err: error }, 'a request failed')
    else request.log.info({ code: refused.code, why: refused.message }, 'a request was refused')
    if (refused.code === 'too_many_requests')
      reply.header('retry-after', String(refused.details.seconds ?? 1))
    return reply.code(refused.status).send(failureBody(refused))
  })
}

async function actorOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<Actor> {
  if (endpoint.auth === 'public') return { kind: 'visitor' }
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Refused('unauthorized')
  return authenticator.authenticate(token, endpoint.auth)
}

/** Parses params, query and body together, so that one answer names everything that is wrong. */
function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const params = endpoint.params.safeParse(request.params ?? {})
  // An id of the wrong form is an id that does not exist.
  if (!params.success)
    throw new Refused('not_found', { details: { what: 'thing' }, cause: params.error })
  const query = endpoint.query.safeParse(request.query ?? {})
  if (!query.success) throw fieldRefusal(query.error)
  const body = endpoint.body.safeParse(request.body ?? {})
  if (!body.success) throw fieldRefusal(body.error)
  return asInput<E>({
    params: params.data,
    query: query.data,
    body: body.data,
    header: (name: string) => headerOf(request, name),
    address: request.ip,
  })
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Named cast: each part was just parsed with the endpoint's own schema. */
function asInput<E extends Endpoint>(parts: Record<keyof Input<E>, unknown>): Input<E> {
  return parts as Input<E>
}

/** Aborts when the caller goes before the answer is out, or when the server stops. */
function signalOf(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, stopping])
}

function routeOf(endpoint: Endpoint) {
  return { method: endpoint.method, url: urlOf(endpoint), ...limitOf(endpoint) }
}

/** `/a/{id}` → `/a/:id`. */
function urlOf(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/** A stranger may write any token into a request, so public endpoints count addresses alone. */
function limitOf(endpoint: Endpoint): RouteShorthandOptions {
  const limit = { max: endpoint.perMinute, timeWindow: '1 minute' }
  const byAddress = { ...limit, keyGenerator: (request: FastifyRequest) => request.ip }
  return { config: { rateLimit: endpoint.auth === 'public' ? byAddress : limit } }
}

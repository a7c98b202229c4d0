import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerKey } from './caller-key.ts'
import { callerNetwork } from './network-of.ts'

/**
 * For files, per address: opening the app for the first time takes some sixty, and a whole company or lecture hall may
 * share one address. Each costs a fraction of a millisecond.
 */
const filesPerMinute = 20_000

/**
 * Limits the calls of each route, after the caller is authenticated where the route requires it, and before the body is
 * read.
 */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    hook: 'onRequest',
    // Endpoints have their own limit (see `rateLimitOf`): this one applies to the files of the web app.
    max: filesPerMinute,
    keyGenerator: callerKey,
    errorResponseBuilder: (_request, context) =>
      new Refused('too_many_requests', { details: { seconds: Math.ceil(context.ttl / 1_000) } }),
  })
  stopGuessing(app)
}

/** The limiter's headers: it leaves them to the framework, which sends them with its own responses. */
export const rateLimitHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const

/** Returns a route's own limit, for {@link limitRates}. */
export function rateLimitOf({ perMinute }: Pick<Endpoint, 'perMinute'>) {
  return { max: perMinute, timeWindow: '1 minute' }
}

/** Rejected tokens from one address within a minute: more than a room full of stale tabs sends. */
const refusedTokensPerMinute = 600

/** Limits token guessing: a visitor may send another token with each request, and each costs a database query. */
function stopGuessing(app: FastifyInstance): void {
  const refused = app.createRateLimit({
    max: refusedTokensPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => `refused tokens ${callerNetwork(ip)}`,
  })
  // Networks with a recent rejection: all others need no check.
  const guessing = new Set<string>()
  const refuseGuesser = async (request: FastifyRequest, network: string) => {
    const soFar = await refused(request, { increment: false })
    if (soFar.isAllowed) return
    if (soFar.remaining === soFar.max) guessing.delete(network)
    if (soFar.isExceeded)
      throw new Refused('too_many_requests', { details: { seconds: soFar.ttlInSeconds } })
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.authorization === undefined || guessing.size === 0) return done()
    const network = callerNetwork(request.ip)
    if (!guessing.has(network)) return done()
    refuseGuesser(request, network).then(() => done(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!wasRefusedToken(request, reply.statusCode)) return done()
    noteGuesser(guessing, callerNetwork(request.ip))
    refused(request).then(() => done(), done)
  })
}

/** Whether the call had a token that was rejected: unknown, expired, or for another purpose. */
function wasRefusedToken({ actor, headers }: FastifyRequest, status: number): boolean {
  return (status === 401 || status === 403) && actor === null && headers.authorization !== undefined
}

const guessersMax = 10_000

function noteGuesser(guessing: Set<string>, network: string): void {
  const [oldest] = guessing
  if (guessing.size >= guessersMax && oldest !== undefined) guessing.delete(oldest)
  guessing.add(network)
}

import type { FastifyInstance } from 'fastify'
import { isOpenAiAddress } from './openai-failures.ts'

const keptForS = 86_400

/**
 * Lets pages of other sites call the OpenAI-compatible API, as they call OpenAI's own: it accepts only a key that the
 * page itself sends. Everything else stays closed to them. Call it after the security headers, some of which it
 * replaces. Source: Fetch standard, "CORS protocol".
 */
export function admitOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, headers }, { raw }, done) => {
    if (headers.origin === undefined || !isOpenAiAddress(url)) return done()
    // Set on the raw response: streams are written past the framework.
    raw.setHeader('access-control-allow-origin', '*')
    raw.setHeader('access-control-expose-headers', 'x-request-id, retry-after')
    raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    done()
  })
  app.options('/v1/*', async ({ headers }, reply) => {
    const asked = headers['access-control-request-headers']
    reply.header('access-control-allow-methods', 'GET, POST')
    // Clients send many headers of their own, and `*` does not include `authorization`.
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', keptForS)
    return reply.code(204).send()
  })
}

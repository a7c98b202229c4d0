import type { FastifyInstance } from 'fastify'
import { isOpenAiAddress } from './openai-failures.ts'

const keptForS = 86_400

/**
 * Lets the pages of other sites call the OpenAI-compatible API, as they call OpenAI's own: it opens to nothing but a key
 * that the page itself brings. Everything else of ours stays closed to them. To be called after the security headers,
 * some of which it takes back. Source: Fetch standard, "CORS protocol".
 */
export function admitOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, headers }, { raw }, done) => {
    if (headers.origin === undefined || !isOpenAiAddress(url)) return done()
    // Onto the answer itself: streams are written past the framework.
    raw.setHeader('access-control-allow-origin', '*')
    raw.setHeader('access-control-expose-headers', 'x-request-id, retry-after')
    raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    done()
  })
  app.options('/v1/*', async ({ headers }, reply) => {
    const asked = headers['access-control-request-headers']
    reply.header('access-control-allow-methods', 'GET, POST')
    // Clients send many of their own, and `*` does not stand for `authorization`.
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', keptForS)
    return reply.code(204).send()
  })
}

import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { onRequestHookHandler } from 'fastify'
import type { Actor } from '../ctx.ts'
import { bearerIn } from './bearer.ts'
import { callerGone } from './caller-signals.ts'
import type { Authenticator } from './routes.ts'

const visitor: Actor = { kind: 'visitor' }

/**
 * Authenticates a call before its limits and its body, as far as the endpoint requires. By callback, as each promise
 * would cost every request a tick.
 */
export function authenticateFirst(
  endpoint: Endpoint,
  authenticator: Authenticator,
): { onRequest?: onRequestHookHandler } {
  // A socket's first frame contains its token.
  if (endpoint.transport === 'websocket') return {}
  if (endpoint.auth === 'public' && !readsToken(endpoint)) return {}
  return {
    onRequest(request, reply, done) {
      const { authorization } = request.headers
      const token = bearerIn(authorization)
      if (token === undefined && authorization === undefined) {
        if (endpoint.auth === 'public') return done()
        return done(new Refused('unauthorized', { details: { credential: 'missing' } }))
      }
      if (token === undefined) return done(new Refused('unauthorized'))
      authenticator.authenticate({ token, address: request.ip }, endpoint).then((actor) => {
        request.actor = actor
        // A closed connection emits no further close: nothing may be counted that only its close would uncount.
        done(reply.raw.destroyed ? callerGone : undefined)
      }, done)
    },
  }
}

/** Programs test their key at open endpoints of the OpenAI-compatible API: a wrong one must not pass there. */
function readsToken({ transport, bearer }: Endpoint): boolean {
  return transport === 'openai' && bearer === 'optional'
}

/** Returns the actor that {@link authenticateFirst} found. */
export function actorOf({ actor }: { actor: Actor | null }): Actor {
  return actor ?? visitor
}

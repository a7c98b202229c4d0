import type { FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'
import { networkOf } from './network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; `null` for a visitor, and before authentication. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** The endpoint as `area.name`. */
    endpoint?: string
    /** `upload`: its handler reads the body as it comes, of whatever length. */
    body?: 'upload'
    /** A WebSocket may be opened there. */
    isSocket?: true
  }
}

/**
 * Whom limits count: the user, with all their sessions and keys and whichever company they work for, as a company is
 * made in a moment and a session too; where nobody is signed in, the network that the call comes from.
 */
export function callerKey(request: FastifyRequest): string {
  const { actor } = request
  // The framework finds the address anew each time that it is asked for.
  return actor?.kind === 'account' ? actor.userId : networkOf(request.ip)
}

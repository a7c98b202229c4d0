import type { FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'
import { callerNetwork } from './network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; `null` for a visitor, and before authentication. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** The endpoint as `area.name`. */
    endpoint?: string
    /** `upload`: its handler reads the body as it arrives, of any length. */
    body?: 'upload'
    /** A WebSocket may be opened there. */
    isSocket?: true
  }
}

/**
 * Returns the key that limits count by: the user, with all their sessions and keys and whatever their active account,
 * as a company or a session is created in a moment; for a visitor, the network of the call.
 */
export function callerKey(request: FastifyRequest): string {
  const { actor } = request
  // Read once: the framework computes the address at each access.
  return actor?.kind === 'account' ? actor.userId : callerNetwork(request.ip)
}

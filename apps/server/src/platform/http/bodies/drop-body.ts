import { limits } from '@gridloom/contract/core/constants'
import type { Refused } from '@gridloom/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Drops the body of a rejected request. The connection ends where the body is larger than an unauthenticated caller's
 * may be; a known caller (an expired token, too many calls) would then see a broken connection in place of the
 * response, so their body is read and dropped, up to the endpoint's limit.
 */
export function dropBody(request: FastifyRequest, reply: FastifyReply, refused: Refused): void {
  const { raw, headers, routeOptions } = request
  if (raw.complete) return
  const isChunked = headers['transfer-encoding'] !== undefined
  const bytes = isChunked ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)
  const isKnown = request.actor !== null || refused.code === 'token_expired'
  if (bytes > (isKnown ? routeOptions.bodyLimit : limits.publicBodyBytes))
    reply.header('connection', 'close')
}

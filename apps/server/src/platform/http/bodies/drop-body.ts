import { limits } from '@gridloom/contract/core/constants'
import type { Refused } from '@gridloom/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What becomes of a body that nobody reads, as its request was refused. The connection ends where the body is larger than
 * a stranger's may be; yet whoever is known (an expired token, too many calls) would then meet a broken connection in
 * place of the answer, so theirs is read over, up to what the endpoint takes.
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

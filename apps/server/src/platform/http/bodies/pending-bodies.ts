import type { IncomingMessage } from 'node:http'
import type { Clock } from '@gridloom/async/clock'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCounts } from '../../counts.ts'
import { callerKey } from '../caller-key.ts'
import { callerNetwork } from '../network-of.ts'

/** Limits bodies in transit: their number, the time of each, and the memory reserved for them. */
export interface PendingBodies {
  /**
   * Watches the body that a request announces, if any, until it has arrived or its connection has closed.
   * @returns the error, where there are too many; hooks of the framework must not throw
   */
  watch(request: FastifyRequest, reply: FastifyReply): Refused | undefined
  /** Reserves memory for a body that is held whole until it is read. @returns the error, where that is too much */
  reserve(request: FastifyRequest, reply: FastifyReply): Refused | undefined
  /** Releases the reserved memory. */
  release(request: FastifyRequest): void
  /** Ends late bodies; call it every second. */
  sweep(): void
}

interface Pending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** When it must have arrived completely; an upload that is streamed has no such deadline. */
  readonly untilMs: number
  /** For an upload: the bytes at the last check that counted, and its time. */
  seenBytes: number
  seenAtMs: number
}

/** Concurrent bodies of one address. */
const perNetworkMax = 256
/** A body has this long, and longer for its announced size: a line of 1 Mbit/s is fast enough. */
const graceMs = 15_000
const bytesPerSMin = 128 * 1024
/** An upload is checked this often, and must have made so much progress since. */
const uploadLookMs = 30_000
const uploadBytesMin = 64 * 1024
/**
 * Memory for bodies larger than an unauthenticated caller's: per user, and overall. Smaller ones need no reservation.
 */
const reservedPerCallerMax = 64 * 1024 ** 2
const reservedMax = 256 * 1024 ** 2
const retryAfterS = 1

export function createPendingBodies(clock: Clock): PendingBodies {
  const pending = new Map<IncomingMessage, Pending>()
  const perNetwork = createCounts()
  const reserved = new Map<FastifyRequest, { caller: string; bytes: number }>()
  const perCaller = createCounts()
  let reservedBytes = 0

  function release(request: FastifyRequest): void {
    const held = reserved.get(request)
    if (held === undefined) return
    reserved.delete(request)
    perCaller.add(held.caller, -held.bytes)
    reservedBytes -= held.bytes
  }

  return {
    watch(request, reply) {
      const bytes = announcedBytes(request)
      if (bytes === 0) return undefined
      const network = callerNetwork(request.ip)
      if (perNetwork.of(network) >= perNetworkMax) return tooMany()
      perNetwork.add(network, 1)
      const nowMs = clock.monotonicMs()
      const { raw, routeOptions } = request
      const isUpload = routeOptions.config.body === 'upload'
      const neededMs = (Math.min(bytes, routeOptions.bodyLimit) / bytesPerSMin) * 1_000
      pending.set(raw, {
        ...{ request, reply, seenBytes: 0, seenAtMs: nowMs },
        untilMs: isUpload ? Number.POSITIVE_INFINITY : nowMs + graceMs + neededMs,
      })
      const { socket } = raw
      const forget = () => {
        raw.off('close', forget)
        socket.off('close', forget)
        if (pending.delete(raw)) perNetwork.add(network, -1)
      }
      // @NOTE an unread body never closes, even when its connection has
      raw.once('close', forget)
      socket.once('close', forget)
      return undefined
    },
    reserve(request, reply) {
      const bytes = Math.min(announcedBytes(request), request.routeOptions.bodyLimit)
      if (bytes <= limits.publicBodyBytes) return undefined
      const caller = callerKey(request)
      if (perCaller.of(caller) + bytes > reservedPerCallerMax) return tooMany()
      if (reservedBytes + bytes > reservedMax) return tooMany()
      reserved.set(request, { caller, bytes })
      perCaller.add(caller, bytes)
      reservedBytes += bytes
      reply.raw.once('close', () => release(request))
      return undefined
    },
    release,
    sweep() {
      const nowMs = clock.monotonicMs()
      for (const one of pending.values()) if (isLate(one, nowMs)) end(one)
    },
  }
}

function tooMany(): Refused {
  return new Refused('too_many_requests', { details: { seconds: retryAfterS } })
}

/** Returns the announced size; a chunked body counts as the endpoint's limit. */
function announcedBytes(request: FastifyRequest): number {
  const { headers } = request
  if (headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit
  return Number(headers['content-length'] ?? 0)
}

function isLate(one: Pending, nowMs: number): boolean {
  if (nowMs >= one.untilMs) return true
  if (one.untilMs !== Number.POSITIVE_INFINITY || nowMs - one.seenAtMs < uploadLookMs) return false
  const { raw } = one.request
  const bytes = raw.socket.bytesRead
  // Received bytes that are not read yet are not the sender's fault.
  const isSlow = bytes - one.seenBytes < uploadBytesMin && raw.readableLength === 0
  one.seenBytes = bytes
  one.seenAtMs = nowMs
  return isSlow
}

/** Fails the reader of the body, and so the sender; where the response is already sent, the connection ends. */
function end({ request, reply }: Pending): void {
  const { raw } = request
  const isRead = raw.listenerCount('error') > 0 && !reply.raw.headersSent
  if (isRead && request.routeOptions.config.body !== 'upload') {
    raw.emit('error', new Refused('body_too_slow'))
    return
  }
  request.log.info(
    { event: 'request_body.timed_out' },
    'a body came too slowly: its connection is ended',
  )
  raw.destroy()
}

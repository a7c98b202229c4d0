import type { IncomingMessage } from 'node:http'
import type { Clock } from '@gridloom/async/clock'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCounts } from '../../counts.ts'
import { callerKey } from '../caller-key.ts'
import { networkOf } from '../network-of.ts'

/** Bodies that are on their way: how many there may be, how long each may take, and what memory is kept for them. */
export interface PendingBodies {
  /**
   * Watches the body that a request announces, if any, until it has come or its connection is gone.
   * @returns the refusal, where there are too many; hooks of the framework must not throw
   */
  watch(request: FastifyRequest, reply: FastifyReply): Refused | undefined
  /** Sets memory aside for a body that is held whole until it is read. @returns the refusal, where that is too much */
  reserve(request: FastifyRequest, reply: FastifyReply): Refused | undefined
  /** Gives back what was set aside. */
  release(request: FastifyRequest): void
  /** Ends what is late; to be called every second. */
  sweep(): void
}

interface Pending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** When it must have come whole; an upload that is read as it comes has none. */
  readonly untilMs: number
  /** Of an upload: what had come at the last look that counted, and when that was. */
  seenBytes: number
  seenAtMs: number
}

/** Bodies that one address sends at a time. */
const perNetworkMax = 256
/** A body has this long, and longer for what it announces: a line of 1 Mbit/s is fast enough. */
const graceMs = 15_000
const bytesPerSMin = 128 * 1024
/** An upload is looked at this often, and must have brought so much in between. */
const uploadLookMs = 30_000
const uploadBytesMin = 64 * 1024
/** Memory for bodies larger than a stranger's: of one user, and of all. Smaller ones are refused to nobody. */
const reservedPerPersonMax = 64 * 1024 ** 2
const reservedMax = 256 * 1024 ** 2
const retryAfterS = 1

export function createPendingBodies(clock: Clock): PendingBodies {
  const pending = new Map<IncomingMessage, Pending>()
  const perNetwork = createCounts()
  const reserved = new Map<FastifyRequest, { person: string; bytes: number }>()
  const perPerson = createCounts()
  let reservedBytes = 0

  function release(request: FastifyRequest): void {
    const held = reserved.get(request)
    if (held === undefined) return
    reserved.delete(request)
    perPerson.add(held.person, -held.bytes)
    reservedBytes -= held.bytes
  }

  return {
    watch(request, reply) {
      const bytes = announcedBytes(request)
      if (bytes === 0) return undefined
      const network = networkOf(request.ip)
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
      raw.once('close', () => {
        pending.delete(raw)
        perNetwork.add(network, -1)
      })
      return undefined
    },
    reserve(request, reply) {
      const bytes = Math.min(announcedBytes(request), request.routeOptions.bodyLimit)
      if (bytes <= limits.publicBodyBytes) return undefined
      const person = callerKey(request)
      if (perPerson.of(person) + bytes > reservedPerPersonMax) return tooMany()
      if (reservedBytes + bytes > reservedMax) return tooMany()
      reserved.set(request, { person, bytes })
      perPerson.add(person, bytes)
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

/** As the request says it; what comes in chunks is as large as it may be. */
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
  // What has come and is not taken yet is no fault of the sender's.
  const isSlow = bytes - one.seenBytes < uploadBytesMin && raw.readableLength === 0
  one.seenBytes = bytes
  one.seenAtMs = nowMs
  return isSlow
}

/** Whoever reads the body is told, and so the sender; where that is over already, the connection ends. */
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

import { channelRequestCharsMax } from '@gridloom/contract/agent/request-channel'
import { Refused } from '@gridloom/contract/errors'
import type { Wire } from './calls.ts'
import { sendOnOwnStream } from './own-stream.ts'
import type { RequestChannel } from './request-channel.ts'
import type { ResponseStream } from './response-stream.ts'

/** A request to an agent that is answered by a stream of JSON values. */
export interface StreamedRequest {
  /** One of the agent's paths with its `{name}` parts filled in. */
  path: string
  /** Sent as JSON. */
  body: unknown
  /** What its answer may bring at most. */
  bytesMax: number
}

/**
 * Sends a request with as little as possible between the socket and the reader: for responses that are many and short,
 * where each stage and each abort signal would cost more than the response itself. It has no time limit, as its reader
 * has one.
 * @throws Refused `machine_offline`; `too_many_requests` where the connection has no room for another stream
 */
export function sendRequest(
  wire: Wire & { channel: RequestChannel },
  { path, body, bytesMax }: StreamedRequest,
): ResponseStream {
  const { session } = wire
  if (session.closed || session.destroyed) throw new Refused('machine_offline')
  const text = JSON.stringify(body)
  if (text.length > channelRequestCharsMax) return sendOnOwnStream(wire, { path, text, bytesMax })
  return wire.channel.send({ path, text, bytesMax })
}

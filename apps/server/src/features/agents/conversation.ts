import { exchangeQuestionCharsMax } from '@gridloom/contract/agent/exchange'
import { Refused } from '@gridloom/contract/errors'
import type { Conversation } from './answer-stream.ts'
import type { Wire } from './calls.ts'
import type { Exchange } from './exchange.ts'
import { askOnOwnStream } from './own-stream.ts'

/** A question to an agent, and where it is asked. */
export interface Question {
  /** One of the agent's paths with its `{name}` parts filled in. */
  path: string
  /** Sent as JSON. */
  body: unknown
  /** What its answer may bring at most. */
  bytesMax: number
}

/**
 * Asks an agent, with as little as can be between the socket and the reader: for answers that are many and short, of
 * which each stage and each abort signal would cost more than the answer itself. It has no limit of time, as its
 * reader has one.
 * @throws Refused `machine_offline`; `too_many_requests` where the connection has no room for another stream
 */
export function converse(
  wire: Wire & { exchange: Exchange },
  { path, body, bytesMax }: Question,
): Conversation {
  const { session } = wire
  if (session.closed || session.destroyed) throw new Refused('machine_offline')
  const text = JSON.stringify(body)
  if (text.length > exchangeQuestionCharsMax) return askOnOwnStream(wire, { path, text, bytesMax })
  return wire.exchange.ask({ path, text, bytesMax })
}

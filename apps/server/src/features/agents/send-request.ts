import { type AgentCall, agentPath } from '@gridloom/contract/agent/call'
import { channelRequestCharsMax } from '@gridloom/contract/agent/request-channel'
import { Refused } from '@gridloom/contract/errors'
import type { AgentChannel } from '../../platform/agent-link/calls.ts'
import { sendOnOwnStream } from '../../platform/agent-link/own-stream.ts'
import type { RequestChannel } from '../../platform/agent-link/request-channel.ts'
import type { ResponseStream } from '../../platform/agent-link/response-stream.ts'

export interface StreamedOptions {
  params?: Readonly<Record<string, string | number>> | undefined
  /** Sent as JSON. */
  body?: unknown
  /** The most bytes that the response may have. */
  bytesMax: number
  /** The request that caused it, for the agent's log. */
  requestId?: string | undefined
}

/**
 * Sends a request with as little as possible between the socket and the reader: for many short responses, where each
 * stage and each abort signal would cost more than the response itself. It has no timeout, as its reader has one.
 * @throws Refused `machine_offline`; `too_many_requests` where the connection has no room for another stream
 */
export function sendRequest(
  wire: AgentChannel & { channel: RequestChannel },
  call: AgentCall,
  { params, body, bytesMax, requestId }: StreamedOptions,
): ResponseStream {
  const { session } = wire
  if (session.closed || session.destroyed) throw new Refused('machine_offline')
  const path = agentPath(call, params)
  const text = JSON.stringify(body)
  const request = { path, text, bytesMax, requestId }
  if (text.length > channelRequestCharsMax) return sendOnOwnStream(wire, request)
  return wire.channel.send(request)
}

import { createBirpc } from 'birpc'
import type { ControlPlaneCalls, EdgeCalls } from './calls.ts'

/** One end of the channel between the control plane and its edge process. Messages are structured clones. */
export interface Channel {
  send(message: RpcMessage): void
  onMessage(listener: (message: unknown) => void): void
}

/** A message of the calls; others, with sockets, use the same channel. */
interface RpcMessage {
  readonly kind: 'rpc'
  readonly data: unknown
}

/** A call that the other side does not answer in time fails. */
const callTimeoutMs = 20_000

/** The control plane's end: serves its calls, and returns those of the edge. */
export function serveControlPlane(channel: Channel, calls: ControlPlaneCalls): EdgeCalls {
  return createBirpc<EdgeCalls, ControlPlaneCalls>(calls, wiring(channel))
}

/** The edge's end: serves its calls, and returns those of the control plane. */
export function serveEdge(channel: Channel, calls: EdgeCalls): ControlPlaneCalls {
  return createBirpc<ControlPlaneCalls, EdgeCalls>(calls, wiring(channel))
}

function wiring(channel: Channel) {
  return {
    post: (data: unknown) => channel.send({ kind: 'rpc', data }),
    on: (listener: (data: unknown) => void) =>
      channel.onMessage((message) => {
        if (isRpc(message)) listener(message.data)
      }),
    timeout: callTimeoutMs,
  }
}

function isRpc(message: unknown): message is RpcMessage {
  return hasKind(message) && message.kind === 'rpc'
}

/** Whether a message is one of ours. */
export function hasKind(message: unknown): message is { kind: string } {
  return typeof message === 'object' && message !== null && 'kind' in message
}

import {
  type ListenerMessage,
  type ListenRequest,
  sessionCalls,
} from '@gridloom/contract/agent/session-calls'
import type { InstanceListenerId } from '@gridloom/contract/core/ids'
import type { ServerChannel } from 'ssh2'
import { answerBounds } from '../../platform/agent-link/bounds.ts'
import { duplexTo, linesFrom } from '../../platform/agent-link/stream-calls.ts'
import { joinFramed } from './join-channel.ts'
import type { SshUser } from './ssh-user.ts'

/** A listener inside the instance; it ends with the user's connection at the latest. */
export interface InsideListener {
  readonly id: InstanceListenerId
  /** The port, where it listens on one. */
  readonly port: number | null
  close(): void
}

/**
 * Listens inside the instance, and opens a channel to the client for each connection that arrives there.
 * @throws {Refused} where it cannot listen, such as on a port that is in use
 */
export async function listenInside(
  user: SshUser,
  request: ListenRequest,
  openChannel: () => Promise<ServerChannel>,
): Promise<InsideListener> {
  const closing = new AbortController()
  const signal = AbortSignal.any([user.signal, closing.signal])
  const params = { id: user.login.instanceId, listener: user.ids.mint('instanceListener') }
  const wire = await user.reach('forwards')
  const lines = linesFrom(wire, sessionCalls.listen, {
    ...{ params, body: request, signal },
    bounds: answerBounds.listener,
  })
  const first = await lines.next()
  if (first.done === true || first.value.kind !== 'listening') throw new Error('it did not listen')

  async function serve(connection: number): Promise<void> {
    const channel = await openChannel()
    const calling = { params: { ...params, connection }, signal: user.signal }
    const { stream } = await duplexTo(wire, sessionCalls.accept, calling)
    await joinFramed(user, channel, stream)
  }

  async function follow(messages: AsyncGenerator<ListenerMessage>): Promise<void> {
    // @NOTE a connection that the client does not want is closed by the agent, as nobody joins it.
    for await (const message of messages)
      if (message.kind === 'connection') serve(message.connection).catch(() => {})
  }

  follow(lines).catch(() => {})
  return { id: params.listener, port: first.value.port, close: () => closing.abort() }
}

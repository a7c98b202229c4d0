import type { Duplex } from 'node:stream'
import type {
  ListenerMessage,
  ListenRequest,
  SessionRequest,
  SessionSignal,
  SshServerFacts,
} from '@gridloom/contract/agent/session-calls'
import type { InstanceId, InstanceListenerId, InstanceSessionId } from '@gridloom/contract/core/ids'
import type { TerminalSize } from '../../runtime/port.ts'

/** A program of an instance; closing its stream ends it. */
export interface OpenedSession {
  /** Raw bytes with a terminal, else frames; see `sessionCalls`. */
  stream: Duplex
  release?: ((bytes: Uint8Array) => void) | undefined
  /** An empty frame, where each piece of the stream has whole ones. */
  idle?: Buffer | undefined
  output: 'raw' | 'framed'
  /** Returns the exit code once the stream has ended; `null` where it is not known. */
  exitCode(signal: AbortSignal): Promise<number | null>
}

export interface SessionPlace {
  id: InstanceId
  session: InstanceSessionId
}

export interface ListenerPlace {
  id: InstanceId
  listener: InstanceListenerId
}

/**
 * The programs of instances that belong to a stream of the control plane, and the listeners inside.
 * Errors of all: `not_found` for an instance, session or listener that does not exist; `state_conflict` while the
 * instance does not run, beyond `sessionLimits`, and where the toolbox of the instance lacks the program.
 */
export interface InstanceSessions {
  open(place: SessionPlace, request: SessionRequest, signal: AbortSignal): Promise<OpenedSession>
  resize(place: SessionPlace, size: TerminalSize): Promise<void>
  signal(place: SessionPlace, kind: SessionSignal, signal: AbortSignal): Promise<void>
  /** Yields `listening` and every accepted connection, until the signal aborts or the reader leaves. */
  listen(
    place: ListenerPlace,
    request: ListenRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ListenerMessage, void>
  /** Returns the host key and the user of the instance's SSH server. */
  sshServer(id: InstanceId, signal: AbortSignal): Promise<SshServerFacts>
  /** Joins a connection that a listener has accepted. */
  accept(place: ListenerPlace, connection: number, signal: AbortSignal): Promise<OpenedSession>
}

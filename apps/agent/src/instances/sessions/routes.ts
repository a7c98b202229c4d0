import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import { sessionCalls, sessionFramed } from '@gridloom/contract/agent/session-calls'
import { handleDuplex, handleLinesOnceBegun, handleValue } from '../../link/handle.ts'
import type { RawStream } from '../../link/raw-streams.ts'
import type { Route } from '../../link/router.ts'
import type { InstanceSessions, OpenedSession } from './instance-sessions.ts'

/** The exit code arrives shortly after the last output; the end of the stream waits for it this long. */
const exitCodeTimeoutMs = 5_000

/** Serves the sessions and listeners of the machine's instances. */
export function sessionRoutes(sessions: InstanceSessions, clock: Clock): Route[] {
  return [
    handleDuplex(sessionCalls.open, clock, async ({ params, body, signal }) =>
      answerOf(await sessions.open(params, body, signal), { clock, signal }),
    ),
    handleValue(sessionCalls.resize, ({ params, body }) => sessions.resize(params, body)),
    handleValue(sessionCalls.signal, ({ params, body, signal }) =>
      sessions.signal(params, body.signal, signal),
    ),
    handleValue(sessionCalls.sshServer, ({ params, signal }) =>
      sessions.sshServer(params.id, signal),
    ),
    handleLinesOnceBegun(sessionCalls.listen, ({ params, body, signal }) =>
      sessions.listen(params, body, signal),
    ),
    handleDuplex(sessionCalls.accept, clock, async ({ params, signal }) =>
      answerOf(await sessions.accept(params, params.connection, signal), { clock, signal }),
    ),
  ]
}

function answerOf(
  { stream, release, output, exitCode }: OpenedSession,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): RawStream {
  return {
    stream,
    release,
    headers: { [sessionFramed]: String(output === 'framed') },
    inputEnd: output === 'framed' ? 'ends' : 'ignored',
    trailers: async (): Promise<Record<string, string>> => {
      const limit = createDeadline(clock, exitCodeTimeoutMs, signal)
      const code = await exitCode(limit.signal).finally(limit.done)
      return code === null ? {} : { [terminalExitCode]: String(code) }
    },
  }
}

import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { terminalExitCode } from '@gridloom/contract/agent/protocol'
import { sessionFramed } from '@gridloom/contract/agent/session-calls'
import type { RawStream } from '../../link/raw-streams.ts'
import type { OpenedSession } from './instance-sessions.ts'

/** The exit code arrives shortly after the last output; the end of the stream waits for it this long. */
const exitCodeTimeoutMs = 5_000

/** Returns the answer of a call that opened a session. */
export function answerOf(
  { stream, release, idle, output, exitCode }: OpenedSession,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): RawStream {
  return {
    stream,
    release,
    idle,
    headers: { [sessionFramed]: String(output === 'framed') },
    inputEnd: output === 'framed' ? 'ends' : 'ignored',
    trailers: async (): Promise<Record<string, string>> => {
      const limit = createDeadline(clock, exitCodeTimeoutMs, signal)
      const code = await exitCode(limit.signal).finally(limit.done)
      return code === null ? {} : { [terminalExitCode]: String(code) }
    },
  }
}

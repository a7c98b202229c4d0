import type { Clock } from '@gridloom/async/clock'
import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import { handleDuplex, handleLinesOnceBegun, handleValue } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import { answerOf } from './answer-of.ts'
import type { InstanceSessions } from './instance-sessions.ts'

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

import { describe, expect, it } from 'vitest'
import { startSessionInstance } from '../../../test/open-session.ts'
import { newSessionId } from '../../../test/session-ids.ts'
import { createEngineApi } from './engine-api.ts'
import { hangUpInside, signalInside } from './hang-up-inside.ts'

const stubborn = "(trap 'echo no' HUP; while :; do sleep 0.321; done)"

// As for an agent without root, or with an engine on another computer.
describe.each(['mounted', 'missing'] as const)(
  'a session without the host, toolbox %s',
  (toolbox) => {
    it('is hung up like one of the host, and no other is', async () => {
      await using inside = await setup(toolbox)
      const [session, other] = [newSessionId(), newSessionId()]
      const command = `(trap '' HUP; exec sleep 2345) & ${stubborn} & sleep 4321 & wait`
      await inside.leaveSession(command, session)
      await inside.leaveSession('sleep 1234', other)
      for (const program of ['2345', '0.321', '4321', '1234'])
        await inside.untilThere(`sleep ${program}`)
      await hangUpInside(inside.api, inside.place(session))
      await inside.untilGone('\\d +sleep 4321', 4_000)
      await inside.untilGone('0.321', 10_000)
      expect(await inside.processes()).toMatch(
        /sleep 2345[\s\S]*sleep 1234|sleep 1234[\s\S]*sleep 2345/,
      )
    })

    it('gets signals', async () => {
      await using inside = await setup(toolbox)
      const session = newSessionId()
      const command = 'trap "exec sleep 2222" USR1; while :; do sleep 0.321; done'
      await inside.leaveSession(command, session)
      await inside.untilThere('0.321')
      await signalInside(inside.api, { ...inside.place(session), kind: 'USR1' })
      await inside.untilThere('sleep 2222')
    })
  },
)

async function setup(toolbox: 'mounted' | 'missing') {
  const inside = await startSessionInstance({ toolbox })
  const shell = toolbox === 'mounted' ? '/.gridloom/bin/sh' : '/bin/sh'
  return {
    ...inside,
    api: createEngineApi({ kind: 'socket', path: '/var/run/docker.sock' }),
    place: (session: string) => ({
      ...{ container: inside.name, session, shell },
      signal: AbortSignal.timeout(20_000),
    }),
  }
}

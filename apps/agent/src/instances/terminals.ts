import { createDeadline } from '@gridloom/async/deadline'
import type { TerminalId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../refused.ts'
import type { TerminalSize } from '../runtime/port.ts'
import type { InstanceContext } from './context.ts'
import type { AttachedTerminal } from './instance-manager.ts'
import type { InstanceRecord } from './record.ts'
import { createTerminalSession, type TerminalSession } from './terminal-session.ts'

/** A shell without a viewer is ended after this long. */
export const terminalKeptMs = 15 * 60_000
const reapEveryMs = 30_000
const killLimitMs = 10_000

/** The image's best shell, as at a login. The command contains none of the renter's text. */
const shell = ['/bin/sh', '-c', '[ -x /bin/bash ] && exec /bin/bash -l; exec /bin/sh -l']

export interface Terminals {
  open(record: InstanceRecord, id: TerminalId, size: TerminalSize): Promise<AttachedTerminal>
  resize(record: InstanceRecord, id: TerminalId, size: TerminalSize): Promise<void>
  /** Ends the timers and detaches every viewer; the shells end with the containers. */
  close(): void
}

export function createTerminals(context: InstanceContext): Terminals {
  const { clock, runtime } = context
  const sessions = new Map<string, Promise<TerminalSession>>()
  const endReaping = clock.every(reapEveryMs, () => void reap())
  const keyOf = (record: InstanceRecord, id: TerminalId) => `${record.container}/${id}`

  async function start(record: InstanceRecord, size: TerminalSize, onEnded: () => void) {
    const env = ['TERM=xterm-256color', 'COLORTERM=truecolor']
    const terminal = await runtime.openTerminal(record.container, { command: shell, env, ...size })
    return createTerminalSession(terminal, { monotonicMs: clock.monotonicMs, onEnded })
  }

  async function open(
    record: InstanceRecord,
    id: TerminalId,
    size: TerminalSize,
  ): Promise<AttachedTerminal> {
    const key = keyOf(record, id)
    const known = sessions.get(key)
    if (known !== undefined) {
      const session = await known
      const attached = attach(session, 'resumed')
      await session.resize(size)
      return attached
    }
    // By then another shell may have the same key: only this one is removed.
    const onEnded = () => {
      if (sessions.get(key) === starting) sessions.delete(key)
    }
    const starting = start(record, size, onEnded)
    sessions.set(key, starting)
    try {
      return attach(await starting, 'new')
    } catch (cause) {
      sessions.delete(key)
      throw new AgentRefused('upstream_failed', 'The shell could not be started.', { cause })
    }
  }

  async function resize(record: InstanceRecord, id: TerminalId, size: TerminalSize) {
    const session = await sessions.get(keyOf(record, id))
    if (session === undefined) throw new AgentRefused('not_found', 'This terminal does not exist.')
    await session.resize(size)
  }

  async function reap(): Promise<void> {
    for (const [key, starting] of sessions) {
      const limit = createDeadline(clock, killLimitMs)
      try {
        const session = await starting
        const detachedAtMs = session.detachedAtMs()
        if (detachedAtMs === undefined) continue
        if (clock.monotonicMs() - detachedAtMs < terminalKeptMs) continue
        sessions.delete(key)
        await session.end(limit.signal)
      } catch (cause) {
        // @NOTE a shell that cannot be ended here ends with its container
        context.log.warn(
          { event: 'terminal.close_failed', err: cause, terminal: key },
          'an idle terminal could not be ended',
        )
      } finally {
        limit.done()
      }
    }
  }

  return { open, resize, close: endReaping }
}

function attach(session: TerminalSession, known: 'new' | 'resumed'): AttachedTerminal {
  return { stream: session.attach(), resumed: known === 'resumed', exitCode: session.exitCode }
}

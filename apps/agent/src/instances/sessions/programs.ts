import { createDeadline } from '@gridloom/async/deadline'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import { sessionLimits } from '@gridloom/contract/agent/session-calls'
import { AgentRefused } from '../../refused.ts'
import type { RuntimeSession, TerminalSize } from '../../runtime/port.ts'
import type { InstanceRecord } from '../record.ts'
import type { SessionContext } from './context.ts'
import { type Launched, launchCommand } from './launcher.ts'
import type { Toolbox } from './toolbox.ts'

const openLimitMs = 30_000
/** SIGHUP, five seconds, SIGKILL, and an engine that answers late. */
const hangUpLimitMs = 20_000
const exitCodeLimitMs = 5_000
/** When the agent stops, programs get SIGHUP; whatever stays is ended by the next agent. */
const closeLimitMs = 2_000

/** How a program is started. */
export interface ProgramStart {
  record: InstanceRecord
  /** Unique in the instance. */
  id: string
  /** `limited`: it counts among the sessions of its instance. */
  count: 'limited' | 'free'
  launched: Launched
  environment: readonly string[]
  /** By default that of the container. */
  user?: 'root' | undefined
  terminal: TerminalSize | undefined
  signal: AbortSignal
}

/** The running programs of all instances, each until its stream has closed and it has ended. */
export interface Programs {
  /** @throws AgentRefused `state_conflict` where the id is in use, or the instance has too many */
  start(start: ProgramStart): Promise<RuntimeSession>
  /** Returns a program, which may still be starting. @throws AgentRefused `not_found` */
  find(record: InstanceRecord, id: string): Promise<RuntimeSession>
  has(container: string, id: string): boolean
  /** Hangs up all programs. */
  close(): Promise<void>
}

interface Entry {
  container: string
  count: ProgramStart['count']
  starting: Promise<RuntimeSession>
  ended: PromiseWithResolvers<void>
}

export function createPrograms(context: SessionContext, toolbox: Toolbox): Programs {
  const { clock, runtime, log } = context
  const entries = new Map<string, Entry>()
  const keyOf = (container: string, id: string) => `${container}/${id}`

  function admit({ record, id, count }: ProgramStart): void {
    if (entries.has(keyOf(record.container, id)))
      throw new AgentRefused('state_conflict', 'A session with this id is open.')
    if (count === 'free') return
    const open = [...entries.values()].filter(
      (entry) => entry.container === record.container && entry.count === 'limited',
    )
    if (open.length < sessionLimits.sessions) return
    throw new AgentRefused(
      'state_conflict',
      `The instance has ${sessionLimits.sessions} open sessions and connections, which is the maximum.`,
    )
  }

  async function launch(start: ProgramStart): Promise<RuntimeSession> {
    const { record, id, launched, environment, user, terminal, signal } = start
    const limit = createDeadline(clock, openLimitMs, signal)
    try {
      const shell = await toolbox.shell(record, limit.signal)
      const command = launchCommand(shell, id, launched)
      const settings = { id, command, env: [...environment], user, terminal }
      return await runtime.openSession(record.container, settings, limit.signal)
    } finally {
      limit.done()
    }
  }

  async function start(wanted: ProgramStart): Promise<RuntimeSession> {
    admit(wanted)
    const { record, id, count } = wanted
    const key = keyOf(record.container, id)
    const starting = launch(wanted)
    const ended = Promise.withResolvers<void>()
    entries.set(key, { container: record.container, count, starting, ended })
    const remove = () => {
      entries.delete(key)
      ended.resolve()
    }
    try {
      const program = await starting
      program.stream.once('close', () => void end(program).finally(remove))
      // @NOTE a stream that breaks also closes
      program.stream.on('error', () => undefined)
      return program
    } catch (cause) {
      remove()
      throw cause
    }
  }

  /**
   * Hangs up a program whose stream has closed. One that ended before is left alone: SIGHUP would end what it left in
   * the background.
   */
  async function end(program: RuntimeSession): Promise<void> {
    const limit = createDeadline(clock, hangUpLimitMs)
    try {
      if (program.stream.readableEnded && (await hasExited(program))) return
      await program.hangUp(limit.signal)
    } catch (cause) {
      // @NOTE the container is gone with it, or the engine is; the next start of the agent hangs up what is left
      log.info({ event: 'session.hang_up_failed', err: cause }, 'a session could not be hung up')
    } finally {
      limit.done()
    }
  }

  async function hasExited(program: RuntimeSession): Promise<boolean> {
    const limit = createDeadline(clock, exitCodeLimitMs)
    return (await program.exitCode(limit.signal).finally(limit.done)) !== null
  }

  return {
    start,
    find: async (record, id) => {
      const entry = entries.get(keyOf(record.container, id))
      if (entry !== undefined) return entry.starting
      throw new AgentRefused('not_found', 'This session does not exist.')
    },
    has: (container, id) => entries.has(keyOf(container, id)),
    close: async () => {
      const left = [...entries.values()]
      for (const { starting } of left) void starting.then(({ stream }) => stream.destroy(), ignore)
      if (left.length === 0) return
      const ended = Promise.all(left.map(({ ended }) => ended.promise))
      await waitAtMost(clock, { ms: closeLimitMs }, ended)
    },
  }
}

/** @NOTE who starts a program gets its failure */
function ignore(): void {}

import { createDeadline } from '@gridloom/async/deadline'
import { waitAtMost } from '@gridloom/async/wait-at-most'
import {
  sessionVolumeFolder,
  type VolumeSessionRequest,
} from '@gridloom/contract/agent/volumes-calls'
import type { InstanceSessionId, VolumeId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../../refused.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { ContainerRuntime, RuntimeSession } from '../../runtime/port.ts'
import type { InstanceContext } from '../context.ts'
import { labelNames } from '../names.ts'
import type { OpenedSession } from '../sessions/instance-sessions.ts'
import { launchCommand } from '../sessions/launcher.ts'
import { toolboxFolder } from '../sessions/toolbox.ts'

export interface VolumeSessionPlace {
  volume: VolumeId
  session: InstanceSessionId
}

/** Commands on volumes, each in a helper of its own that ends with the stream of its session. */
export interface VolumeSessions {
  /** @throws AgentRefused `not_found`, `state_conflict`, `upstream_failed` */
  open(
    place: VolumeSessionPlace,
    request: VolumeSessionRequest,
    signal: AbortSignal,
  ): Promise<OpenedSession>
  /** Ends the sessions on a volume; none is opened until what is returned is disposed of. */
  hold(volume: VolumeId): Promise<Disposable>
  /** Removes the helpers that a killed agent left. */
  begin(signal: AbortSignal): Promise<void>
  end(): Promise<void>
}

export type VolumeSessionsContext = Pick<InstanceContext, 'clock' | 'log' | 'owner' | 'toolbox'> & {
  runtime: { helpers: Pick<ContainerRuntime['helpers'], 'holdVolume' | 'remove' | 'list'> } & Pick<
    ContainerRuntime,
    'openSession'
  >
}

/** All of them together take memory of the machine that no slot has. */
const sessionsMax = 4
/** An hour more than the control plane gives a backup. */
const secondsMax = 25 * 3_600
const openLimitMs = 30_000
const removeLimitMs = 20_000
const exitCodeLimitMs = 5_000
/** Label of a helper with the session that it is for. */
const sessionOf = 'gridloom.volume_session'

interface Entry {
  volume: VolumeId
  ending: AbortController
  gone: PromiseWithResolvers<void>
}

export function createVolumeSessions(context: VolumeSessionsContext): VolumeSessions {
  const { runtime, clock, log, owner } = context
  const { helpers } = runtime
  const entries = new Map<string, Entry>()
  const holds = new Map<VolumeId, number>()

  function admit({ volume, session }: VolumeSessionPlace): Entry {
    if (entries.has(session)) throw refused('A session with this id is open.')
    if (holds.has(volume)) throw refused('The volume is being deleted.')
    if (entries.size >= sessionsMax) throw refused(`${sessionsMax} volumes are in use at once.`)
    const entry = { volume, ending: new AbortController(), gone: Promise.withResolvers<void>() }
    entries.set(session, entry)
    return entry
  }

  async function start(
    { volume, session }: VolumeSessionPlace,
    { command, environment, access }: VolumeSessionRequest,
    signal: AbortSignal,
  ): Promise<RuntimeSession> {
    const limit = createDeadline(clock, openLimitMs, signal)
    try {
      const toolbox = await context.toolbox()
      if (toolbox === undefined) throw refused('The machine has no toolbox yet.')
      const name = helperName(session)
      const labels = { [labelNames.agent]: owner, [sessionOf]: session }
      const place = { volume, path: sessionVolumeFolder, access, toolbox: toolbox.mount }
      await helpers.holdVolume({ ...place, name, labels, secondsMax }, limit.signal)
      return await runtime.openSession(
        name,
        {
          id: session,
          command: launchCommand(`${toolboxFolder}/sh`, session, { kind: 'command', command }),
          env: environment.map((one) => `${one.name}=${one.value}`),
          terminal: undefined,
        },
        limit.signal,
      )
    } catch (cause) {
      if (!(cause instanceof RuntimeFailure)) throw cause
      const code = cause.code === 'disk_lost' ? 'not_found' : 'upstream_failed'
      throw new AgentRefused(code, cause.message, { cause })
    } finally {
      limit.done()
    }
  }

  async function finish(session: InstanceSessionId, entry: Entry): Promise<void> {
    const name = helperName(session)
    const limit = createDeadline(clock, removeLimitMs)
    try {
      await helpers.remove(name, limit.signal)
    } catch (cause) {
      // @NOTE the deletion of the volume fails on it and is asked again, and the next start of the agent removes it
      log.warn({ event: 'volume.session_left', err: cause, name }, 'a helper could not be removed')
    } finally {
      limit.done()
      entries.delete(session)
      entry.gone.resolve()
    }
  }

  /** The helper has to stay until the engine has said how the command ended. */
  function follow(session: InstanceSessionId, entry: Entry, opened: RuntimeSession): OpenedSession {
    const { stream, release } = opened
    const code = Promise.withResolvers<number | null>()
    const endNow = () => void stream.destroy()
    const stopTimer = clock.after(secondsMax * 1_000, endNow)
    entry.ending.signal.addEventListener('abort', endNow, { once: true })
    const ask = async () => {
      const limit = createDeadline(clock, exitCodeLimitMs, entry.ending.signal)
      // @NOTE an engine that does not answer leaves the end unknown
      const known = await opened.exitCode(limit.signal).catch(() => null)
      limit.done()
      code.resolve(known)
    }
    stream.once('end', () => void ask())
    // @NOTE a stream that breaks also closes
    stream.on('error', () => undefined)
    stream.once('close', async () => {
      stopTimer()
      entry.ending.signal.removeEventListener('abort', endNow)
      if (!stream.readableEnded) code.resolve(null)
      await code.promise
      await finish(session, entry)
    })
    return { stream, release, output: 'framed', exitCode: () => code.promise }
  }

  async function endAll(which: readonly Entry[]): Promise<void> {
    for (const { ending } of which) ending.abort()
    await Promise.all(which.map(({ gone }) => gone.promise))
  }

  return {
    async open(place, request, signal) {
      const entry = admit(place)
      try {
        const ending = AbortSignal.any([signal, entry.ending.signal])
        const opened = await start(place, request, ending)
        if (entry.ending.signal.aborted) {
          opened.stream.destroy()
          throw refused('The volume is being deleted.')
        }
        return follow(place.session, entry, opened)
      } catch (cause) {
        await finish(place.session, entry)
        throw cause
      }
    },
    async hold(volume) {
      holds.set(volume, (holds.get(volume) ?? 0) + 1)
      await endAll([...entries.values()].filter((entry) => entry.volume === volume))
      return {
        [Symbol.dispose]: () => {
          const left = (holds.get(volume) ?? 1) - 1
          if (left > 0) holds.set(volume, left)
          else holds.delete(volume)
        },
      }
    },
    async begin(signal) {
      for (const { id, labels } of await helpers.list(`${labelNames.agent}=${owner}`, signal)) {
        const session = labels[sessionOf]
        if (session !== undefined && !entries.has(session)) await helpers.remove(id, signal)
      }
    },
    async end() {
      await waitAtMost(clock, { ms: removeLimitMs }, endAll([...entries.values()]))
    },
  }
}

function helperName(session: InstanceSessionId): string {
  return `gridloom-volume-${session}`
}

function refused(text: string): AgentRefused {
  return new AgentRefused('state_conflict', text)
}

import { createDeadline } from '@gridloom/async/deadline'
import { AgentRefused } from '../../refused.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import { heldDiskFolder } from '../../runtime/helper-port.ts'
import type { ContainerRuntime, RuntimeSession } from '../../runtime/port.ts'
import type { InstanceContext } from '../context.ts'
import { labelNames } from '../names.ts'
import type { InstanceRecord } from '../record.ts'
import { launchCommand } from '../sessions/launcher.ts'
import { toolboxFolder } from '../sessions/toolbox.ts'
import type { StoppedDisks } from './disks.ts'

type DiskContext = Pick<InstanceContext, 'clock' | 'log' | 'owner'> & {
  runtime: Pick<ContainerRuntime, 'helpers' | 'hasPath' | 'openSession'>
}

/** Each replica of the control plane has one to browse and four for transfers. */
const sessionsMax = 20
/** The next call on the same files may come at once. */
const idleMs = 10_000
const openLimitMs = 30_000
const closeLimitMs = 20_000
const hangUpLimitMs = 20_000

/** Label of a helper with the container whose disk it holds. */
const diskOf = 'gridloom.disk_of'

/** Libraries in this file are loaded into every program, those of the toolbox too. Source: ld.so(8). */
const preloadFile = '/etc/ld.so.preload'

const busybox = `${toolboxFolder}/busybox`

/**
 * The SFTP server sees the disk as its root, as it does in a container: no link leads out of it. The file may have been
 * written since the disk was opened. Busybox loads nothing.
 */
const program = {
  kind: 'program',
  words: [
    ...[busybox, 'chroot', heldDiskFolder, busybox, 'sh', '-c'],
    `[ -e ${preloadFile} ] || exec ${toolboxFolder}/sftp-server -e`,
  ],
} as const

interface Place {
  /** `unknown`: an agent that was killed may have left it open. */
  state: 'closed' | 'open' | 'unknown'
  holds: number
  users: number
  /** Opening and closing, one after the other. */
  turn: Promise<unknown>
  cancelIdle(): void
}

export function createStoppedDisks({ runtime, clock, log, owner }: DiskContext): StoppedDisks {
  const places = new Map<string, Place>()

  function placeOf(container: string): Place {
    const known = places.get(container)
    if (known !== undefined) return known
    const turn = Promise.resolve()
    const place: Place = { state: 'unknown', holds: 0, users: 0, turn, cancelIdle: () => undefined }
    places.set(container, place)
    return place
  }

  function inTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
    const done = place.turn.then(work)
    // @NOTE who waits for it gets its failure
    place.turn = done.catch(() => undefined)
    return done
  }

  async function enter(record: InstanceRecord, signal: AbortSignal): Promise<Place> {
    const place = placeOf(record.container)
    await inTurn(place, async () => {
      if (record.phase !== 'stopped' || record.startedAt === undefined)
        throw refused(`The instance is ${record.phase}, not stopped.`)
      if (place.holds > 0) throw busy('The disk is in use. Try again in a minute.')
      if (place.users >= sessionsMax) throw busy('Too many transfers run at once.')
      if (place.state !== 'open') await start(record, signal)
      place.state = 'open'
      place.users += 1
      place.cancelIdle()
    })
    return place
  }

  async function start(record: InstanceRecord, signal: AbortSignal): Promise<void> {
    const { container } = record
    const limit = createDeadline(clock, openLimitMs, signal)
    try {
      const name = helperName(container)
      const labels = { [labelNames.agent]: owner, [diskOf]: container }
      // Before the disk is open: the engine mounts it to look.
      await runtime.helpers.remove(name, limit.signal)
      if (await runtime.hasPath(container, preloadFile, limit.signal))
        throw refused(`The instance has ${preloadFile}.`)
      await runtime.helpers.holdDisk({ name, container, labels }, limit.signal)
    } catch (cause) {
      throw cause instanceof RuntimeFailure ? refused(cause.message, cause) : cause
    } finally {
      limit.done()
    }
  }

  async function close(container: string, place: Place): Promise<void> {
    if (place.state === 'closed') return
    const limit = createDeadline(clock, closeLimitMs)
    try {
      await runtime.helpers.remove(helperName(container), limit.signal)
      place.state = 'closed'
    } finally {
      limit.done()
    }
  }

  function leave({ container }: InstanceRecord, place: Place, afterMs: number): void {
    place.users -= 1
    if (place.users > 0) return
    place.cancelIdle()
    place.cancelIdle = clock.after(afterMs, () => {
      const closing = inTurn(place, async () => {
        if (place.users === 0) await close(container, place)
      })
      closing.catch((cause: unknown) => {
        // @NOTE whatever needs the disk next closes it, or fails with this
        log.warn(
          { event: 'instance.disk_close_failed', err: cause, instance: container },
          'the disk of a stopped instance stays open',
        )
      })
    })
  }

  async function hangUp(session: RuntimeSession): Promise<void> {
    const limit = createDeadline(clock, hangUpLimitMs)
    try {
      await session.hangUp(limit.signal)
    } catch {
      // @NOTE it has ended with its helper
    } finally {
      limit.done()
    }
  }

  return {
    async open(record, id, signal) {
      const place = await enter(record, signal)
      try {
        const command = launchCommand(`${toolboxFolder}/sh`, id, program)
        const settings = { id, command, env: [], terminal: undefined }
        const session = await runtime.openSession(helperName(record.container), settings, signal)
        session.stream.once('close', () => {
          void hangUp(session).finally(() => leave(record, place, idleMs))
        })
        // @NOTE a stream that breaks also closes
        session.stream.on('error', () => undefined)
        const { stream, release, exitCode } = session
        return { stream, release, output: 'framed', exitCode }
      } catch (cause) {
        // Its helper may be dead.
        leave(record, place, 0)
        throw cause
      }
    },
    async hold(record) {
      const { container } = record
      const place = placeOf(container)
      place.holds += 1
      const dispose = () => {
        place.holds -= 1
        if (place.holds === 0 && record.phase === 'destroyed') places.delete(container)
      }
      try {
        await inTurn(place, () => close(container, place))
        return { [Symbol.dispose]: dispose }
      } catch (cause) {
        dispose()
        throw cause
      }
    },
    async begin(signal) {
      const label = `${labelNames.agent}=${owner}`
      for (const { labels } of await runtime.helpers.list(label, signal)) {
        const container = labels[diskOf]
        const place = container === undefined ? undefined : placeOf(container)
        if (container === undefined || place?.state !== 'unknown') continue
        await inTurn(place, async () => {
          if (place.state === 'unknown') await close(container, place)
        })
      }
    },
    async end() {
      const open = [...places].filter(([, { state }]) => state === 'open')
      const limit = createDeadline(clock, closeLimitMs)
      const removed = open.map(([container]) =>
        runtime.helpers.remove(helperName(container), limit.signal),
      )
      await Promise.allSettled(removed)
      limit.done()
    },
  }
}

function helperName(container: string): string {
  return `${container}-disk`
}

/** The refusal of what can never be: other ways are left. */
function refused(text: string, cause?: unknown): AgentRefused {
  return new AgentRefused('state_conflict', text, { cause })
}

/** The refusal of what is possible soon. */
function busy(text: string): AgentRefused {
  return new AgentRefused('upstream_failed', text)
}

import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { fileCalls } from '@gridloom/contract/agent/file-calls'
import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Machines } from '../../edge/machines.ts'
import type { Ids } from '../../platform/ids.ts'
import { duplexTo, splitFrames } from '../agents/index.ts'
import { createSftpConnection } from './sftp/connection.ts'
import { createSftpClient, type SftpClient } from './sftp/sftp-client.ts'

/** What a session is for: looking around never waits behind a transfer. */
export type FileLane = 'browse' | 'transfer'

/** A session of the SFTP server in an instance, shared with others until it is disposed of. */
export interface FileSession extends Disposable {
  readonly sftp: SftpClient
}

/** The instance that a session is of. `stopped`: its machine opens the disk for it. */
export interface SessionInstance {
  id: InstanceId
  machineId: MachineId
  state: 'running' | 'stopped'
}

/** The SFTP sessions in instances, each open while it is used and for a minute after. */
export interface FileSessions extends Disposable {
  /** @throws Refused `machine_offline`, `files_unavailable`, `upstream_failed`; the caller's own abort */
  open(instance: SessionInstance, lane: FileLane, signal: AbortSignal): Promise<FileSession>
}

const idleMs = 60_000
const openMs = 40_000
/** Sessions of one instance: one to browse, and some that share its transfers. */
const sessionsOf = { browse: 1, transfer: 4 } as const satisfies Record<FileLane, number>

interface Entry {
  readonly opening: Promise<SftpClient>
  users: number
  cancelIdle: () => void
}

interface SessionParts {
  clock: Clock
  ids: Pick<Ids, 'mint'>
  /** For bulk, apart from the machines' reports and from the connections of the edge. */
  machines: Machines
}

/** Creates the pool. */
export function createFileSessions({ clock, ids, machines }: SessionParts): FileSessions {
  const stop = new AbortController()
  const entries = new Map<string, Entry>()
  async function start(instance: SessionInstance, lane: FileLane) {
    const wire = await machines.reach(
      instance.machineId,
      lane === 'browse' ? 'forwards' : 'transfers',
    )
    const params = { id: instance.id, session: ids.mint('instanceSession') }
    const body = { program: { kind: 'subsystem', name: 'sftp' } } as const
    const { signal } = stop
    const opening =
      instance.state === 'running'
        ? duplexTo(wire, sessionCalls.open, { params, body, signal })
        : duplexTo(wire, fileCalls.session, { params, signal })
    const { stream } = await opening.catch(unavailable)
    const connection = createSftpConnection({ stream, clock })
    stream.on('data', splitFrames({ stdout: connection.take, stderr: () => {} }))
    return createSftpClient(connection)
  }

  /** The least used session, or a new one while there may be more. */
  function entryFor(instance: SessionInstance, lane: FileLane): Entry {
    const place = `${instance.id} ${instance.state} ${lane}`
    const keys = Array.from({ length: sessionsOf[lane] }, (_, at) => `${place} ${at}`)
    // One that is not open counts as almost free: a free one that is open comes first.
    const load = (key: string) => entries.get(key)?.users ?? 0.5
    const key = keys.reduce((least, one) => (load(one) < load(least) ? one : least))
    const known = entries.get(key)
    if (known !== undefined) return known
    const opening = start(instance, lane)
    const entry: Entry = { opening, users: 0, cancelIdle: () => {} }
    entries.set(key, entry)
    const forget = () => {
      entry.cancelIdle()
      if (entries.get(key) === entry) entries.delete(key)
    }
    opening.then((sftp) => sftp.ended.addEventListener('abort', forget), forget)
    return entry
  }

  function leave(entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    entry.cancelIdle = clock.after(idleMs, () => {
      // @NOTE a session that could not be opened has nothing to end.
      entry.opening.then((sftp) => sftp.end('idle')).catch(() => {})
    })
  }

  return {
    async open(instance, lane, signal) {
      const entry = entryFor(instance, lane)
      entry.cancelIdle()
      entry.users += 1
      let isIn = true
      const dispose = () => {
        if (isIn) leave(entry)
        isIn = false
      }
      try {
        const sftp = await withDeadline(clock, { ms: openMs, signal }, (limited) =>
          Promise.race([entry.opening, aborted(limited)]),
        )
        return { sftp, [Symbol.dispose]: dispose }
      } catch (error) {
        dispose()
        throw error
      }
    },
    [Symbol.dispose]() {
      stop.abort()
      for (const { opening, cancelIdle } of entries.values()) {
        cancelIdle()
        opening.then((sftp) => sftp.end('the server is stopping')).catch(() => {})
      }
    },
  }
}

/** The agent refuses where the instance stopped meanwhile, or has no toolbox; its words have the remedy. */
function unavailable(error: unknown): never {
  if (!(error instanceof Refused) || error.code !== 'state_conflict') throw error
  const { said = '' } = error.details
  throw new Refused('files_unavailable', { details: { said }, cause: error })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

import type {
  CreatedVolume,
  KeptVolume,
  VolumeSessionRequest,
} from '@gridloom/contract/agent/volumes-calls'
import { VolumeId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../../refused.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { InstanceContext } from '../context.ts'
import type { InstanceTable } from '../instance-table.ts'
import type { OpenedSession } from '../sessions/instance-sessions.ts'
import {
  createVolumeSessions,
  type VolumeSessionPlace,
  type VolumeSessionsContext,
} from './volume-sessions.ts'

/** The volumes of this machine. */
export interface InstanceVolumes {
  isSupported(signal: AbortSignal): Promise<boolean>
  create(disk: { volume: VolumeId; bytes: number }, signal: AbortSignal): Promise<CreatedVolume>
  list(signal: AbortSignal): Promise<KeptVolume[]>
  /** Runs a command on a volume. Errors: `not_found`, `state_conflict`, `upstream_failed`. */
  openSession(
    place: VolumeSessionPlace,
    request: VolumeSessionRequest,
    signal: AbortSignal,
  ): Promise<OpenedSession>
  /** Its sessions end. Errors: `state_conflict` while an instance that has it runs. */
  remove(volume: VolumeId, signal: AbortSignal): Promise<void>
}

export interface RunningVolumes extends InstanceVolumes {
  /** Deletes what a killed agent left half made, and its sessions. */
  begin(signal: AbortSignal): Promise<void>
  /** Ends all sessions. */
  end(): Promise<void>
}

type VolumesContext = VolumeSessionsContext & {
  runtime: Pick<InstanceContext['runtime'], 'volumeDisks'>
}

/** Opens the volumes of an agent. One is created or deleted at a time. */
export function createInstanceVolumes(
  context: VolumesContext,
  table: Pick<InstanceTable, 'all'>,
): RunningVolumes {
  const { log } = context
  const { volumeDisks } = context.runtime
  const sessions = createVolumeSessions(context)
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = last.then(async () => {
      signal.throwIfAborted()
      return work()
    })
    // @NOTE the caller gets the failure; the next turn begins all the same
    last = turn.catch(() => undefined)
    return turn
  }

  function refuseInUse(volume: VolumeId): void {
    if (table.all().some((record) => isUsing(record, volume)))
      throw new AgentRefused('state_conflict', 'An instance that runs has this volume.')
  }

  return {
    isSupported: async (signal) => (await volumeDisks.obstacle(signal)) === undefined,
    create: ({ volume: name, bytes }, signal) =>
      inTurn(signal, async () => {
        try {
          await volumeDisks.create({ name, bytes }, signal)
          return { problem: null }
        } catch (cause) {
          return { problem: problemOf(cause) }
        }
      }),
    list: async (signal) =>
      (await volumeDisks.list(signal)).flatMap(({ name, bytes, usedBytes }) => {
        const volume = VolumeId.safeParse(name).data
        return volume === undefined ? [] : [{ volume, bytes, used_bytes: usedBytes ?? null }]
      }),
    openSession: async (place, request, signal) => {
      if (request.access === 'read_write') refuseInUse(place.volume)
      return sessions.open(place, request, signal)
    },
    remove: (volume, signal) =>
      inTurn(signal, async () => {
        refuseInUse(volume)
        using _held = await sessions.hold(volume)
        await volumeDisks.remove(volume, signal)
      }),
    end: sessions.end,
    begin: async (signal) => {
      try {
        await sessions.begin(signal)
        await inTurn(signal, () => volumeDisks.clearPartial(signal))
      } catch (cause) {
        // @NOTE it only takes room, and the next start of the agent retries
        if (!signal.aborted)
          log.warn({ event: 'volume.removal_failed', err: cause }, 'something of volumes is left')
      }
    },
  }
}

function isUsing(
  { spec, containerState }: ReturnType<InstanceTable['all']>[number],
  volume: VolumeId,
): boolean {
  const hasIt = spec.volumes.some((one) => one.volume === volume)
  return hasIt && (containerState === 'running' || containerState === 'unknown')
}

/** Rethrows what may pass by itself: the control plane asks again. */
function problemOf(cause: unknown): CreatedVolume['problem'] {
  if (!(cause instanceof RuntimeFailure) || cause.retry === 'later') throw cause
  const code = cause.code === 'disk_full' ? 'disk_full' : 'not_supported'
  return { code, text: cause.message }
}

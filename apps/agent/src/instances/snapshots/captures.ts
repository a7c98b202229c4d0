import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { CaptureRequest, CaptureState } from '@gridloom/contract/agent/snapshots'
import type { InstanceId, SnapshotId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import { isDiskFullError } from '../../host/disk-space.ts'
import { readTextIfThere } from '../../host/files.ts'
import type { Log } from '../../host/log.ts'
import type { FileAnswer } from '../../link/handle.ts'
import { AgentRefused } from '../../refused.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'
import type { InstanceTable } from '../instance-table.ts'
import type { StoppedDisks } from '../stopped/disks.ts'
import { captureLayers } from './capture.ts'
import { CaptureFailure } from './capture-failure.ts'
import { snapshotFolders, spoolFolder, spoolsIn } from './spool.ts'
import { sizeOf } from './write-layer.ts'

/** A capture that was begun, in any phase. */
interface RunningCapture {
  state: CaptureState
  abort: AbortController
  done: Promise<void>
}

/** The snapshots that are being captured on this machine. */
export interface Captures {
  /** Begins a capture, or returns its state. Errors: `not_found`. */
  capture(id: InstanceId, snapshot: SnapshotId, request: CaptureRequest): Promise<CaptureState>
  /** Errors: `not_found`. */
  manifest(snapshot: SnapshotId): FileAnswer
  piece(snapshot: SnapshotId, piece: Sha256): FileAnswer
  forget(snapshot: SnapshotId): Promise<void>
  /**
   * Lets containers go on that a killed agent left paused, and deletes captures that it had not completed. None begins
   * before this is over: the same capture would find its container paused, and leave it so.
   */
  begin(signal: AbortSignal): Promise<void>
  end(): Promise<void>
}

export interface CapturesContext {
  runtime: Pick<ContainerRuntime, 'layers'>
  table: Pick<InstanceTable, 'get'>
  disks: Pick<StoppedDisks, 'hold'>
  clock: Pick<Clock, 'monotonicMs' | 'timeout'>
  log: Pick<Log, 'info' | 'warn'>
  dataDir: string
}

/** Opens the captures of an agent; complete ones of an earlier agent are still there. */
export function openCaptures(context: CapturesContext): Captures {
  const { runtime, table, disks, clock, log, dataDir } = context
  const folders = snapshotFolders(dataDir)
  const running = new Map<SnapshotId, RunningCapture>()
  /** Captures run one after the other, so that each container is paused as briefly as possible. */
  let last: Promise<void> = Promise.resolve()
  const taken = Promise.withResolvers<void>()

  async function stored(snapshot: SnapshotId): Promise<CaptureState | undefined> {
    const bytes = await sizeOf(folders.captureOf(snapshot).manifest)
    return bytes === undefined ? undefined : { ...begun, phase: 'captured' }
  }

  function start(id: InstanceId, snapshot: SnapshotId, request: CaptureRequest): RunningCapture {
    const record = table.get(id)
    const spool = folders.captureOf(snapshot)
    const abort = new AbortController()
    const capture: RunningCapture = { state: { ...begun }, abort, done: Promise.resolve() }
    const change = (state: Partial<CaptureState>) => {
      capture.state = { ...capture.state, ...state }
    }
    const work = async () => {
      try {
        // Nobody changes its files meanwhile.
        using _disk = await disks.hold(record)
        await captureLayers({
          ...{ runtime, record, request, spool, clock, signal: abort.signal },
          onRead: (bytes) => change({ raw_bytes: capture.state.raw_bytes + bytes }),
          onPaused: (ms) => change({ paused_ms: ms }),
        })
        change({ phase: 'captured' })
      } catch (cause) {
        await rm(spool.folder, { recursive: true, force: true })
        const { code, message: text } = asFailure(cause)
        if (abort.signal.aborted) return
        log.warn({ event: 'snapshot.capture_failed', err: cause, instance: record.container }, text)
        change({ phase: 'failed', problem: { code, text } })
      }
    }
    capture.done = last.then(work)
    last = capture.done
    running.set(snapshot, capture)
    return capture
  }

  async function takeOver(folder: string, signal: AbortSignal): Promise<void> {
    const spool = spoolFolder(folder)
    const paused = (await readTextIfThere(spool.paused))?.trim()
    if (paused) await runtime.layers.resume(paused, signal)
    const isWhole = paused === undefined && (await sizeOf(spool.manifest)) !== undefined
    if (isWhole) return
    await rm(folder, { recursive: true, force: true })
    log.info(
      { event: 'snapshot.capture_dropped', snapshot: basename(folder) },
      'an interrupted capture was deleted',
    )
  }

  function file(path: string, bytes?: number): FileAnswer {
    return { ...(bytes === undefined ? {} : { bytes }), open: () => createReadStream(path) }
  }

  return {
    capture: async (id, snapshot, request) => {
      await taken.promise
      return (
        running.get(snapshot)?.state ??
        (await stored(snapshot)) ??
        // Another call may have begun it meanwhile.
        running.get(snapshot)?.state ??
        start(id, snapshot, request).state
      )
    },
    manifest: (snapshot) => file(folders.captureOf(snapshot).manifest),
    piece: (snapshot, piece) => file(join(folders.captureOf(snapshot).pieces, piece)),
    forget: async (snapshot) => {
      const capture = running.get(snapshot)
      capture?.abort.abort(new AgentRefused('state_conflict', 'The snapshot was cancelled.'))
      await capture?.done
      running.delete(snapshot)
      await rm(folders.captureOf(snapshot).folder, { recursive: true, force: true })
    },
    begin: async (signal) => {
      try {
        for (const folder of await spoolsIn(folders.captures)) await takeOver(folder, signal)
      } finally {
        taken.resolve()
      }
    },
    end: async () => {
      taken.resolve()
      for (const { abort } of running.values()) abort.abort(new Error('the agent stops'))
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const begun: CaptureState = { phase: 'capturing', raw_bytes: 0, paused_ms: null, problem: null }

function asFailure(cause: unknown): CaptureFailure {
  if (cause instanceof CaptureFailure) return cause
  if (isDiskFullError(cause)) {
    return new CaptureFailure('disk_full', 'The disk of the machine is full.', { cause })
  }
  return new CaptureFailure('read_failed', 'The disk of the instance could not be read.', { cause })
}

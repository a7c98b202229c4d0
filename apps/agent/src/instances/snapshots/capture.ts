import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type {
  CaptureRequest,
  SnapshotLayer,
  SnapshotManifest,
} from '@gridloom/contract/agent/snapshots'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { writeWhole } from '../../host/files.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'
import type { InstanceRecord } from '../record.ts'
import { CaptureFailure } from './capture-failure.ts'
import { planCapture } from './plan-capture.ts'
import type { SpoolFolder } from './spool.ts'
import { writeLayer } from './write-layer.ts'

/** A disk that cannot be read within this time is not worth pausing a container for. */
const pausedMsMax = 15 * 60_000
const resumeLimitMs = 30_000

export interface CaptureInput {
  runtime: Pick<ContainerRuntime, 'layers'>
  clock: Pick<Clock, 'monotonicMs' | 'timeout'>
  record: Pick<InstanceRecord, 'spec' | 'container'>
  request: CaptureRequest
  spool: SpoolFolder
  onRead(rawBytes: number): void
  onPaused(pausedMs: number): void
  signal: AbortSignal
}

/**
 * Captures the disk of an instance into pieces on this machine. A container that runs is paused while its own layer is
 * read, compressed and written here, whatever the speed of the connection; layers of its image do not change and are
 * read before. The manifest is written last: without one, there is no snapshot. @throws CaptureFailure
 */
export async function captureLayers(input: CaptureInput): Promise<SnapshotManifest> {
  const { runtime, record, request, spool, signal } = input
  const { known_diff_ids, raw_bytes_max: rawBytesMax } = request
  const plan = await planCapture(runtime, record, { known_diff_ids, signal })
  await mkdir(spool.pieces, { recursive: true })
  const onRead = async (bytes: number) => {
    input.onRead(bytes)
    await demandRoom(spool.pieces)
  }
  const read = (folder: string, signal: AbortSignal) =>
    writeLayer(runtime.layers.read(folder, signal), { folder: spool.pieces, rawBytesMax, onRead })
  const layers: SnapshotLayer[] = []
  for (const { diffId, folder, isKnown } of plan.below) {
    layers.push(
      isKnown ? { diff_id: diffId, raw_bytes: 0, pieces: null } : await read(folder, signal),
    )
  }
  layers.push(await whilePaused(input, (signal) => read(plan.folder, signal)))
  const { image, architecture, config, base_diff_ids } = plan
  const manifest = { image, architecture, config, base_diff_ids, layers }
  await writeWhole(spool.manifest, JSON.stringify(manifest))
  return manifest
}

/** Runs work while the container is paused, if it runs. An agent that is killed meanwhile lets it go on at its start. */
async function whilePaused<T>(
  { runtime, clock, record, spool, onPaused, signal }: CaptureInput,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { container } = record
  await writeFile(spool.paused, container)
  const since = clock.monotonicMs()
  const isPaused = await runtime.layers.pause(container, signal)
  try {
    const limit = clock.timeout(pausedMsMax)
    return await work(AbortSignal.any([signal, limit]))
  } finally {
    if (isPaused) {
      await runtime.layers.resume(container, clock.timeout(resumeLimitMs))
      onPaused(Math.round(clock.monotonicMs() - since))
    }
    await rm(spool.paused, { force: true })
  }
}

async function demandRoom(folder: string): Promise<void> {
  const { bsize, blocks, bavail } = await statfs(folder)
  if (bavail * bsize >= diskReserveBytes(blocks * bsize)) return
  throw new CaptureFailure(
    'disk_full',
    'The machine has not enough free disk space for the snapshot.',
  )
}

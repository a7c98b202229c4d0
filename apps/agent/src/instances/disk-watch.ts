import type { DiskUse as MeasuredDisk } from '../runtime/port.ts'
import { diskBytes } from './container-settings.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

const watchEveryMs = 3_000
/** A container that is started with a full disk has this long to make room. */
const graceMs = 60_000
/** The engine walks all files to sum their sizes, so the pause is this many times as long as the measurement. */
const restPerMeasure = 10

/** A disk with less free space than this counts as full: the rest is too little for any program. */
const fullBelowBytes = 1_000_000
/** Bytes that may be written unnoticed between two measurements. */
const farBytes = 1_000_000_000

/** Returns whether a container has used up an unbounded disk. */
export function isInstanceDiskFull(disk: {
  writtenBytes: number
  limitBytes: number
  runningMs: number
  /** Whether it was over the limit at the last measurement before this start. */
  fullAtStart: boolean
}): boolean {
  if (disk.writtenBytes <= disk.limitBytes) return false
  return !disk.fullAtStart || disk.runningMs > graceMs
}

/** The last measured sizes in bytes, for metrics too. */
export type DiskUse = Map<InstanceRecord, number>

interface Watched {
  startedAt: string
  sinceMs: number
  fullAtStart: boolean
}

/**
 * Measures the disk of a running instance repeatedly. A bounded disk that is full is reported, and its renter can
 * make room; an unbounded one takes space from the machine, so an instance that exceeds its size is ended.
 */
export async function watchDisk(
  context: InstanceContext,
  watch: { record: InstanceRecord; use: DiskUse; onFull: () => void; signal: AbortSignal },
): Promise<void> {
  const { record, use, onFull, signal } = watch
  const { clock } = context
  let watched: Watched | undefined
  while (!signal.aborted && record.phase !== 'destroyed') {
    const beganMs = clock.monotonicMs()
    const measured = await measure(context, record, signal)
    if (measured !== undefined)
      record.diskKind = measured.freeBytes === undefined ? 'watched' : 'bounded'
    if (measured?.freeBytes !== undefined) {
      use.set(record, measured.usedBytes)
      showFull(context, record, measured.freeBytes < fullBelowBytes)
    } else if (measured !== undefined) {
      const writtenBytes = measured.usedBytes
      watched = continued(watched, record, { knownBytes: use.get(record) ?? 0, beganMs })
      use.set(record, writtenBytes)
      const runningMs = beganMs - watched.sinceMs
      const limitBytes = diskBytes(record.spec)
      const { fullAtStart } = watched
      if (isInstanceDiskFull({ writtenBytes, limitBytes, runningMs, fullAtStart })) {
        fillUp(record, writtenBytes)
        onFull()
      }
    }
    const tookMs = clock.monotonicMs() - beganMs
    await clock.sleep(Math.max(watchEveryMs, tookMs * restPerMeasure), signal)
  }
}

function continued(
  watched: Watched | undefined,
  record: InstanceRecord,
  { knownBytes, beganMs }: { knownBytes: number; beganMs: number },
): Watched {
  const startedAt = record.startedAt ?? ''
  if (watched?.startedAt === startedAt) return watched
  return { startedAt, sinceMs: beganMs, fullAtStart: knownBytes > diskBytes(record.spec) }
}

async function measure(
  { runtime, log }: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<MeasuredDisk | undefined> {
  if (record.containerState !== 'running') return undefined
  try {
    return await runtime.diskUse(record.container, signal)
  } catch (cause) {
    // @NOTE the container or the engine may have stopped meanwhile: reconciling detects and reports that
    if (!signal.aborted)
      log.warn(
        { event: 'disk.measurement_failed', err: cause, instance: record.container },
        'disk not measured',
      )
    return undefined
  }
}

function showFull({ changed }: InstanceContext, record: InstanceRecord, isFull: boolean): void {
  if (record.diskFull === isFull) return
  record.diskFull = isFull
  changed(record)
}

function fillUp(record: InstanceRecord, writtenBytes: number): void {
  if (record.ending !== undefined || record.containerState !== 'running') return
  const { disk_gb, generation } = record.spec
  const isFar = isFarOver({ writtenBytes, limitBytes: diskBytes(record.spec) })
  const text = isFar
    ? `The container wrote ${Math.floor(writtenBytes / 1e9)} GB to its ${disk_gb} GB disk. The disk was deleted.`
    : `The ${disk_gb} GB disk is full. Its data is kept.`
  const reason = { code: 'disk_full', text, exit_code: null } as const
  record.ending = { generation, phase: isFar ? 'failed' : 'stopped', reason }
}

/** Returns whether a disk is so far over its limit that it is no accident: unpaid space is not kept. */
export function isFarOver(disk: { writtenBytes: number; limitBytes: number }): boolean {
  return disk.writtenBytes > disk.limitBytes * 1.1 + farBytes
}

/** Returns whether an instance that ended loses its disk; see {@link isFarOver}. */
export function losesDisk({ ending }: InstanceRecord): boolean {
  return ending?.phase === 'failed' && ending.reason.code === 'disk_full'
}

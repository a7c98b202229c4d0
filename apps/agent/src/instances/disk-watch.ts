import { diskBytes } from './container-settings.ts'
import type { KeeperContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

const watchEveryMs = 3_000
/** A container that is started with a full disk has this long to make room. */
const graceMs = 60_000
/** The engine walks the files to sum them: it rests this many times as long as it took. */
const restPerMeasure = 10

/** Whether a container has used up its disk. */
export function isDiskFull(disk: {
  writtenBytes: number
  limitBytes: number
  runningMs: number
  /** It was over the limit already when it was last measured before this start. */
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
 * Measures the disk of a running instance again and again, and makes a full disk its ending. It runs
 * even where the engine says it bounds the disk: some only do so on some file systems.
 */
export async function watchDisk(
  context: KeeperContext,
  watch: { record: InstanceRecord; use: DiskUse; onFull: () => void; signal: AbortSignal },
): Promise<void> {
  const { record, use, onFull, signal } = watch
  const { clock } = context
  let watched: Watched | undefined
  while (!signal.aborted && record.phase !== 'destroyed') {
    const beganMs = clock.monotonicMs()
    const writtenBytes = await measure(context, record, signal)
    if (writtenBytes !== undefined) {
      watched = continued(watched, record, { knownBytes: use.get(record) ?? 0, beganMs })
      use.set(record, writtenBytes)
      const runningMs = beganMs - watched.sinceMs
      const limitBytes = diskBytes(record.spec)
      const { fullAtStart } = watched
      if (isDiskFull({ writtenBytes, limitBytes, runningMs, fullAtStart })) {
        fillUp(record)
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
  { runtime, log }: KeeperContext,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (record.containerState !== 'running') return undefined
  try {
    return await runtime.writtenBytes(record.container, signal)
  } catch (cause) {
    // @NOTE the container may have ended meanwhile, or the engine: the queue finds out and reports it
    if (!signal.aborted) log.warn({ err: cause, instance: record.container }, 'disk not measured')
    return undefined
  }
}

function fillUp(record: InstanceRecord): void {
  if (record.ending !== undefined || record.containerState !== 'running') return
  const text = `Its disk of ${record.spec.disk_gb} GB is full. What is on it is kept.`
  const reason = { code: 'disk_full', text, exit_code: null } as const
  record.ending = { generation: record.spec.generation, phase: 'stopped', reason }
}

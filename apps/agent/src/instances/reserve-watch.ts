import { diskReserveBytes } from '@gridloom/domain/disk'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceTable } from './instance-table.ts'
import type { InstanceRecord } from './record.ts'

const watchEveryMs = 1_000
/** Bytes that the machine itself may write meanwhile, such as logs. */
const slackBytes = 64_000_000

/** The parts of an {@link InstanceContext} that the watch needs. */
type Watched = Pick<InstanceContext, 'clock' | 'log'> & { runtime: Pick<ContainerRuntime, 'space'> }

/** The instance that was stopped last, and the free space once it had stopped. */
interface LastStop {
  record: InstanceRecord
  freeBytes: number
}

/**
 * Protects a machine that cannot bound disks from its instances. When less than its reserve is free, the instance
 * whose disk grew the most is stopped. Stopping frees nothing, so the next is stopped only where the disk keeps
 * filling up after that. Volumes and deleted files are not measured: of instances without measured growth, the
 * newest is stopped first.
 */
export async function watchReserve(
  { clock, log, runtime }: Watched,
  table: Pick<InstanceTable, 'all' | 'diskUse' | 'lookAgain'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new WeakMap<InstanceRecord, number>()
  const usedBy = (record: InstanceRecord) => table.diskUse.get(record) ?? 0
  const growthOf = (record: InstanceRecord) => usedBy(record) - (before.get(record) ?? 0)
  let last: LastStop | undefined
  while (!signal.aborted) {
    await clock.sleep(watchEveryMs, signal)
    const watched = table.all().filter(mayBeStopped)
    if (watched.length === 0) continue
    // @NOTE an engine that is away cannot report its disk, and cannot stop an instance
    const space = await runtime.space(signal).catch(() => undefined)
    if (space === undefined) continue
    if (space.freeBytes >= diskReserveBytes(space.totalBytes)) {
      for (const record of watched) before.set(record, usedBy(record))
      last = undefined
      continue
    }
    // Once it is started again, it is treated like the others.
    if (last?.record.ending === undefined) last = undefined
    // Until it has stopped, it may still be the one that writes.
    if (last !== undefined && !stands(last.record)) last.freeBytes = space.freeBytes
    if (last !== undefined && space.freeBytes >= last.freeBytes - slackBytes) continue
    const [worst] = watched.toSorted(
      (one, other) => growthOf(other) - growthOf(one) || startMs(other) - startMs(one),
    )
    if (worst === undefined) continue
    log.warn(
      { event: 'disk.nearly_filled', instance: worst.container, ...space },
      'the disk of the machine is nearly full',
    )
    endForWant(worst)
    last = { record: worst, freeBytes: space.freeBytes }
    table.lookAgain(worst.spec.instance_id)
  }
}

function mayBeStopped({ containerState, diskKind, ending }: InstanceRecord): boolean {
  return containerState === 'running' && diskKind === 'watched' && ending === undefined
}

function stands({ containerState }: InstanceRecord): boolean {
  return containerState !== 'running' && containerState !== 'unknown'
}

function startMs({ startedAt }: InstanceRecord): number {
  return Date.parse(startedAt ?? '') || 0
}

function endForWant(record: InstanceRecord): void {
  const text =
    'The machine is low on disk space and cannot limit the disks of instances. The data of this instance is kept.'
  const reason = { code: 'disk_full', text, exit_code: null } as const
  record.ending = { generation: record.spec.generation, phase: 'stopped', reason }
}

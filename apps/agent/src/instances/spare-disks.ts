import { withDeadline } from '@gridloom/async/deadline'
import type { InstanceContext } from './context.ts'
import { createRefill } from './refill.ts'

const dropLimitMs = 10_000

/** Keeps spare disks of the size that was requested last: the next order often needs the same. */
export interface SpareDisks {
  /** Reports that an instance with a disk of this size is being created. */
  wanted(bytes: number): void
  /** Makes spare disks until `life` ends. Call once, after the remains of an earlier run are removed. */
  begin(life: AbortSignal): Promise<void>
  /** Removes unused disks. Call once `begin` has ended. */
  end(): Promise<void>
}

export function createSpareDisks({
  runtime,
  clock,
  log,
}: Pick<InstanceContext, 'runtime' | 'clock' | 'log'>): SpareDisks {
  let wantedBytes: number | undefined
  const refill = createRefill(clock, fill)

  async function fill(life: AbortSignal): Promise<void> {
    if (wantedBytes === undefined) return
    try {
      await runtime.prepareDisks(wantedBytes, life)
    } catch (cause) {
      // @NOTE without a spare the next start makes its own disk, which is only slower
      if (!life.aborted)
        log.warn({ event: 'spare_disk.failed', err: cause }, 'no disk could be made ahead')
    }
  }

  return {
    wanted: (bytes) => {
      wantedBytes = bytes
      refill.wake()
    },
    // @NOTE `run` always rejects when `life` ends
    begin: (life) => refill.run(life).catch(() => undefined),
    end: async () => {
      try {
        await withDeadline(clock, { ms: dropLimitMs }, (signal) => runtime.dropSpareDisks(signal))
      } catch (cause) {
        log.warn(
          { event: 'spare_disk.removal_failed', err: cause },
          'disks that were made ahead are left for the next run to delete',
        )
      }
    },
  }
}

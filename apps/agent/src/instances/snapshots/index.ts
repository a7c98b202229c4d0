import type { InstanceContext } from '../context.ts'
import type { InstanceTable } from '../instance-table.ts'
import { type Captures, openCaptures } from './captures.ts'
import { snapshotImage } from './names.ts'
import type { Restores } from './restores.ts'

/** The snapshots that are captured and restored on this machine. */
export interface InstanceSnapshots {
  captures: Captures
  restores: Pick<Restores, 'open' | 'receive'>
  /** Whether disks of instances can be captured here. */
  isSupported(signal: AbortSignal): Promise<boolean>
}

export interface RunningSnapshots extends InstanceSnapshots {
  /** Takes over what an earlier agent left. */
  begin(signal: AbortSignal): Promise<void>
  end(): Promise<void>
}

/** Opens the snapshots of an agent's instances. */
export function createSnapshots(
  { runtime, clock, log, owner, restores, disks }: InstanceContext,
  table: InstanceTable,
  dataDir: string,
): RunningSnapshots {
  const captures = openCaptures({ runtime, table, disks, clock, log, dataDir })
  return {
    captures,
    restores,
    isSupported: async (signal) => (await runtime.layers.obstacle(signal)) === undefined,
    begin: async (signal) => {
      await captures.begin(signal)
      const kept = new Set(
        table.all().flatMap(({ spec, phase }) => {
          if (spec.snapshot === null || phase === 'destroyed') return []
          return snapshotImage(owner, spec.snapshot)
        }),
      )
      await restores.begin((image) => kept.has(image), signal)
    },
    end: captures.end,
  }
}

import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { InstanceGap } from './instance-gap.ts'

/**
 * The gaps before reports that could not be applied, such as while the database was gone: the next report of the
 * instance covers its gap, and until then its machine keeps the usage journal.
 */
export interface UnsettledGaps {
  /** Begins a machine's `hello`, which reads all gaps again, with the last entry of its journal. */
  begin(machineId: MachineId, through: number | null): void
  of(machineId: MachineId, id: InstanceId): InstanceGap | undefined
  keep(machineId: MachineId, id: InstanceId, gap: InstanceGap): void
  settled(machineId: MachineId, id: InstanceId): void
  /** Returns the entry up to which the journal may be deleted, once, when nothing is unsettled; otherwise `null`. */
  takeThrough(machineId: MachineId): number | null
  /** Forgets a machine that is gone: it says `hello` when it is back. */
  forget(machineId: MachineId): void
}

interface MachineGaps {
  through: number | null
  readonly gaps: Map<InstanceId, InstanceGap>
}

export function createUnsettledGaps(): UnsettledGaps {
  const machines = new Map<MachineId, MachineGaps>()
  return {
    begin: (machineId, through) => void machines.set(machineId, { through, gaps: new Map() }),
    of: (machineId, id) => machines.get(machineId)?.gaps.get(id),
    keep: (machineId, id, gap) => void machines.get(machineId)?.gaps.set(id, gap),
    settled: (machineId, id) => void machines.get(machineId)?.gaps.delete(id),
    takeThrough(machineId) {
      const machine = machines.get(machineId)
      if (machine === undefined || machine.gaps.size > 0) return null
      machines.delete(machineId)
      return machine.through
    },
    forget: (machineId) => void machines.delete(machineId),
  }
}

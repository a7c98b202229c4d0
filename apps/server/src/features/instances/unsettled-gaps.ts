import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import { gapOf, type InstanceGap, type MachineGap } from './instance-gap.ts'

/**
 * The gaps that `hello`s end, until each report of the `hello` is settled: one that could not be, such as while the
 * database was gone, is covered by the next report of its instance. Until then the machine keeps its usage journal.
 */
export interface UnsettledGaps {
  /** Begins a machine's `hello` of these instances, whose gap is to be read, with the last entry of its journal. */
  begin(
    machineId: MachineId,
    hello: { instances: readonly InstanceId[]; through: number | null },
  ): void
  /** Reads the gap of a machine where that has not succeeded yet. Rejects where it fails again. */
  read(
    machineId: MachineId,
    gapBefore: (through: number | null) => Promise<MachineGap>,
  ): Promise<void>
  /** Returns the gap before the next report of an instance; `undefined` if it was settled. */
  of(machineId: MachineId, id: InstanceId): InstanceGap | undefined
  settled(machineId: MachineId, id: InstanceId): void
  /** Returns the entry up to which the journal may be deleted, once, when nothing is unsettled; otherwise `null`. */
  takeThrough(machineId: MachineId): number | null
  /** Forgets a machine that is gone: it says `hello` when it is back. */
  forget(machineId: MachineId): void
}

interface MachineGaps {
  readonly through: number | null
  /** `undefined` until it is read. */
  gap: MachineGap | undefined
  readonly unsettled: Set<InstanceId>
}

export function createUnsettledGaps(): UnsettledGaps {
  const machines = new Map<MachineId, MachineGaps>()
  return {
    begin: (machineId, { instances, through }) =>
      void machines.set(machineId, { through, gap: undefined, unsettled: new Set(instances) }),
    async read(machineId, gapBefore) {
      const machine = machines.get(machineId)
      if (machine !== undefined) machine.gap ??= await gapBefore(machine.through)
    },
    of(machineId, id) {
      const machine = machines.get(machineId)
      if (machine?.gap === undefined || !machine.unsettled.has(id)) return undefined
      return gapOf(machine.gap, id)
    },
    settled: (machineId, id) => void machines.get(machineId)?.unsettled.delete(id),
    takeThrough(machineId) {
      const machine = machines.get(machineId)
      if (machine === undefined || machine.unsettled.size > 0) return null
      machines.delete(machineId)
      return machine.through
    },
    forget: (machineId) => void machines.delete(machineId),
  }
}

import type { InstanceId, MachineId, VolumeId } from '@gridloom/contract/core/ids'

/** Where a run is: in an instance, or on a volume that no running instance has. */
export type RunSite =
  | { kind: 'instance'; id: InstanceId; machineId: MachineId }
  | { kind: 'volume'; id: VolumeId; machineId: MachineId }

import type { ClusterId, InstanceId, MachineId } from '@gridloom/contract/core/ids'

/** The nodes of one cluster that may exchange packets over the edge. */
export interface ClusterNetwork {
  readonly clusterId: ClusterId
  readonly nodes: readonly NetworkNode[]
}

export interface NetworkNode {
  readonly rank: number
  readonly instanceId: InstanceId
  readonly machineId: MachineId
}

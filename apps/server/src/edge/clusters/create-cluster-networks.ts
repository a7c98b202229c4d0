import type { Clock } from '@gridloom/async/clock'
import { clusterCalls } from '@gridloom/contract/agent/cluster-calls'
import type { ClusterId } from '@gridloom/contract/core/ids'
import { duplexTo } from '../../platform/agent-link/stream-calls.ts'
import type { Machines } from '../machines.ts'
import type { ClusterNetwork } from './cluster-network.ts'
import { type ClusterSwitch, createClusterSwitch, type OpenUplink } from './cluster-switch.ts'

/** The networks of clusters between machines, in the edge process. */
export interface ClusterNetworks extends Disposable {
  /** Connects these networks, and ends those and their nodes that are not among them. */
  connect(networks: readonly ClusterNetwork[]): void
}

interface NetworksOptions {
  machines: Pick<Machines, 'reach'>
  clock: Clock
}

/** Creates none yet: the control plane says which there are. */
export function createClusterNetworks({ machines, clock }: NetworksOptions): ClusterNetworks {
  const switches = new Map<ClusterId, ClusterSwitch>()

  function openUplink(cluster: ClusterId): OpenUplink {
    return async ({ machineId, instanceId: id }, signal) => {
      const wire = await machines.reach(machineId, 'clusters')
      const call = { params: { id }, query: { cluster }, signal }
      return (await duplexTo(wire, clusterCalls.network, call)).stream
    }
  }

  return {
    connect: (networks) => {
      const wanted = new Set(networks.map(({ clusterId }) => clusterId))
      for (const [id, network] of switches) {
        if (wanted.has(id)) continue
        switches.delete(id)
        network[Symbol.dispose]()
      }
      for (const { clusterId, nodes } of networks) {
        const network =
          switches.get(clusterId) ?? createClusterSwitch({ open: openUplink(clusterId), clock })
        switches.set(clusterId, network)
        network.connect(nodes)
      }
    },
    [Symbol.dispose]() {
      for (const network of switches.values()) network[Symbol.dispose]()
      switches.clear()
    },
  }
}

import {
  type ClusterPlace,
  clusterAddress,
  clusterNetwork,
} from '@gridloom/contract/clusters/network'

/** A line for each node with the processes that it has room for, as MPI reads it. */
export const hostfilePath = '/etc/gridloom/hostfile'

export function hostfileOf({ slots }: ClusterPlace): string {
  return slots.map((count, rank) => `node-${rank} slots=${count}\n`).join('')
}

/**
 * The variables of a node: its place, the addresses, and for the programs that would choose an interface by themselves
 * the one that reaches the others. Those of the renter come before them.
 */
export function clusterVariables({ name, rank, slots }: ClusterPlace): Record<string, string> {
  const { interface: face, masterPort } = clusterNetwork
  return {
    GRIDLOOM_CLUSTER: name,
    GRIDLOOM_CLUSTER_SIZE: String(slots.length),
    GRIDLOOM_NODE_RANK: String(rank),
    GRIDLOOM_NODE_ADDRESS: clusterAddress(rank),
    GRIDLOOM_NODES: slots.map((_, at) => clusterAddress(at)).join(','),
    MASTER_ADDR: clusterAddress(0),
    MASTER_PORT: String(masterPort),
    GLOO_SOCKET_IFNAME: face,
    NCCL_SOCKET_IFNAME: face,
    TP_SOCKET_IFNAME: face,
    OMPI_MCA_btl_tcp_if_include: face,
    OMPI_MCA_oob_tcp_if_include: face,
    HYDRA_IFACE: face,
  }
}

import { z } from 'zod'
import { ClusterId, InstanceId } from '../core/ids.ts'
import { agentCall } from './call.ts'

/** Calls of the instances workload for the private networks of clusters. */
export const clusterCalls = {
  /**
   * Carries the packets between a node and those on other machines. Both ways: IPv4 packets, one after another, each as
   * long as its header says. To the agent also, between packets: a zero, and the ranks that can be reached over this
   * stream as 16 bits, big-endian, the lowest for rank 0; each such message replaces the last. An instance has one such
   * stream: a new one ends the one before. Refused with `state_conflict` where the instance is of another cluster.
   */
  network: agentCall({
    method: 'POST',
    path: '/v1/instances/{id}/network',
    transport: 'duplex',
    params: z.object({ id: InstanceId }),
    query: z.object({ cluster: ClusterId }),
  }),
} as const

import { z } from 'zod'
import { ClusterId } from '../core/ids.ts'

/** Limits of a cluster. */
export const clusterLimits = {
  nodesMin: 2,
  nodesMax: 16,
  nameChars: 40,
  /** How long its nodes may take to start, all together. */
  startMinutesMin: 1,
  startMinutesMax: 120,
} as const

/** The private network of a cluster, as its nodes see it. Clusters never see each other, so that all are numbered alike. */
export const clusterNetwork = {
  interface: 'gridloom0',
  /** Addresses are `10.203.0.1` (rank 0) to `10.203.0.16`. */
  prefix: 27,
  /** Large packets: the cost of carrying one hardly depends on its size. */
  mtu: 32_000,
  /** What `MASTER_PORT` names; nothing listens on it before a program of the cluster does. */
  masterPort: 29_500,
} as const

/** The address of a node in its cluster's network. */
export function clusterAddress(rank: number): string {
  return `10.203.0.${rank + 1}`
}

/** A label of a host name, as the nodes are called by it: `NAME-0`, `NAME-1`, …. */
export const ClusterName = z
  .string()
  .max(clusterLimits.nameChars)
  .regex(
    /^[a-z]([a-z0-9-]*[a-z0-9])?$/,
    'Use lower-case letters, digits and hyphens, with a letter first',
  )
  .meta({ examples: ['training'] })

/** The place of an instance in its cluster, as its machine receives it. */
export const ClusterPlace = z.object({
  id: ClusterId,
  name: ClusterName,
  rank: z
    .int()
    .min(0)
    .max(clusterLimits.nodesMax - 1),
  /** How many processes each node has room for, by rank: its GPUs, else its CPUs. */
  slots: z.array(z.int().min(1)).min(clusterLimits.nodesMin).max(clusterLimits.nodesMax),
})
export type ClusterPlace = z.infer<typeof ClusterPlace>

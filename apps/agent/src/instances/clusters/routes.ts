import type { Clock } from '@gridloom/async/clock'
import { clusterCalls } from '@gridloom/contract/agent/cluster-calls'
import { handleDuplex } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import type { InstanceClusters } from './index.ts'

/** Serves the packets of clusters' networks between machines. */
export function clusterRoutes(clusters: InstanceClusters, clock: Clock): Route[] {
  return [
    handleDuplex(clusterCalls.network, clock, async ({ params, query }) => ({
      stream: clusters.open(params.id, query.cluster),
      headers: {},
    })),
  ]
}

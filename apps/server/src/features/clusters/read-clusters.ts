import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { ClusterId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { showCluster, showClusters } from './cluster-view.ts'
import { listClusterRows } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'
import { ownedCluster } from './owned-cluster.ts'

const endedListedMs = 30 * 24 * 60 * 60 * 1_000

/** Returns the clusters of the active account, newest first; those that ended are listed for 30 days. */
export async function listClusters(ctx: ClustersCtx): Promise<Cluster[]> {
  const { accountId } = accountOf(ctx)
  const since = new Date(ctx.clock.now().getTime() - endedListedMs)
  return showClusters(ctx, await listClusterRows(ctx.db, { accountId, since }))
}

/** Returns one cluster of the active account. @throws Refused `not_found` */
export async function readCluster(ctx: ClustersCtx, id: ClusterId): Promise<Cluster> {
  return showCluster(ctx, await ownedCluster(ctx, id))
}

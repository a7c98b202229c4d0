import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { ClusterId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import {
  destroyLocked,
  type InstanceRow,
  lockInCluster,
  sendSpecSoon,
  startLocked,
  stopLocked,
} from '../instances/index.ts'
import { canClusterMove } from './cluster-states.ts'
import { showCluster } from './cluster-view.ts'
import { updateCluster } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'
import { clusterConflict, lockOwnedCluster } from './owned-cluster.ts'
import { publishCluster } from './publish-cluster.ts'
import type { ClusterRow } from './schema.ts'

/**
 * Starts all nodes that are stopped, in one transaction: where one cannot have its slots or its hold, none is started.
 * @throws Refused `state_conflict` unless it has started before and has all of its nodes; and those of starts
 */
export function startCluster(ctx: ClustersCtx, id: ClusterId): Promise<Cluster> {
  return act(ctx, id, async (tx, { row, nodes }) => {
    if (row.state !== 'active') throw clusterConflict(row.state)
    if (nodes.some(({ desired }) => desired === 'destroyed')) throw clusterConflict('incomplete')
    for (const node of nodes) await startLocked(ctx, tx, node)
    return row
  })
}

/** Stops all nodes, and keeps their disks. @throws Refused `state_conflict` unless it has started */
export function stopCluster(ctx: ClustersCtx, id: ClusterId): Promise<Cluster> {
  return act(ctx, id, async (tx, { row, nodes }) => {
    if (row.state !== 'active') throw clusterConflict(row.state)
    for (const node of nodes) if (node.desired !== 'destroyed') await stopLocked(ctx, tx, node)
    return row
  })
}

/** Destroys all nodes with their disks, and ends the cluster. Idempotent. @throws Refused `not_found` */
export function destroyCluster(ctx: ClustersCtx, id: ClusterId): Promise<Cluster> {
  return act(ctx, id, async (tx, { row, nodes }) => {
    for (const node of nodes) await destroyLocked(ctx, tx, node)
    if (!canClusterMove(row.state, 'destroyed')) return row
    return updateCluster(tx, id, { state: 'destroyed', ended_at: ctx.clock.now() })
  })
}

interface LockedCluster {
  row: ClusterRow
  nodes: readonly InstanceRow[]
}

async function act(
  ctx: ClustersCtx,
  id: ClusterId,
  work: (tx: Tx, locked: LockedCluster) => Promise<ClusterRow>,
): Promise<Cluster> {
  const { row, nodes } = await ctx.transact(async (tx) => {
    const locked = await lockOwnedCluster(ctx, tx, id)
    const nodes = await lockInCluster(tx, id)
    const row = await work(tx, { row: locked, nodes })
    tx.note({ subject: id })
    await publishCluster(tx, row)
    return { row, nodes }
  })
  for (const node of nodes) sendSpecSoon(ctx, node.id)
  return showCluster(ctx, row)
}

import type { ClusterFailure, ClusterFailureCode } from '@gridloom/contract/clusters/cluster'
import type { ClusterId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { destroyLocked, lockInCluster, sendSpecSoon } from '../instances/index.ts'
import { publishNotice } from '../notices/index.ts'
import { canClusterMove, decideCluster } from './cluster-states.ts'
import { listUnsettled, lockCluster, updateCluster } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'
import { publishCluster } from './publish-cluster.ts'
import type { ClusterRow } from './schema.ts'

/** Moves every cluster whose nodes allow or demand it. */
export async function advanceClusters(ctx: ClustersCtx): Promise<void> {
  for (const id of await listUnsettled(ctx.db)) await advanceCluster(ctx, id)
}

/** One transaction: a server that is killed has done it, or does it again. */
async function advanceCluster(ctx: ClustersCtx, id: ClusterId): Promise<void> {
  const destroyed = await ctx.transact(async (tx) => {
    const row = await lockCluster(tx, id)
    if (row === undefined) return []
    const nodes = await lockInCluster(tx, id)
    const now = ctx.clock.now()
    const decision = decideCluster(row.state, nodes, now >= row.start_by)
    if (decision === undefined || !canClusterMove(row.state, decision.to)) return []
    await publishCluster(tx, row)
    if (decision.to === 'active') {
      await updateCluster(tx, id, { state: 'active', ready_at: now })
      return []
    }
    if (decision.to === 'destroyed') {
      await updateCluster(tx, id, { state: 'destroyed', ended_at: now })
      return []
    }
    const { failure } = decision
    for (const node of nodes) await destroyLocked(ctx, tx, node)
    await updateCluster(tx, id, {
      state: 'failed',
      failure: JSON.stringify(failure),
      ended_at: now,
    })
    await publishFailure(ctx, tx, { row, failure })
    return nodes
  })
  for (const node of destroyed) sendSpecSoon(ctx, node.id)
}

const reasons: Readonly<Record<ClusterFailureCode, string>> = {
  node_failed: 'did not start',
  machine_lost: 'lost its machine',
  node_changed: 'was stopped or destroyed meanwhile',
  timed_out: 'was not ready in time',
}

async function publishFailure(
  ctx: ClustersCtx,
  tx: Tx,
  { row, failure }: { row: ClusterRow; failure: ClusterFailure },
): Promise<void> {
  const { code, rank } = failure
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `cluster_failed:${row.id}`,
      level: 'error',
      text: `Cluster ${row.name} did not start: ${row.name}-${rank} ${reasons[code]}. All of its nodes are being destroyed; each is charged for what it was used.`,
    },
    mail: null,
  })
}

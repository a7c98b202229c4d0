import type { Cluster, ClusterMember } from '@gridloom/contract/clusters/cluster'
import { clusterAddress } from '@gridloom/contract/clusters/network'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { listInClusters, showInstances } from '../instances/index.ts'
import { shownState } from './cluster-states.ts'
import type { ClusterRow } from './schema.ts'

/** Returns the views of clusters for their account: three queries for any number. */
export async function showClusters(ctx: Ctx, rows: readonly ClusterRow[]): Promise<Cluster[]> {
  const ids = rows.map(({ id }) => id)
  const instances = await showInstances(ctx, await listInClusters(ctx.db, ids))
  const nodes = Map.groupBy(instances, ({ cluster }) => cluster?.id)
  return rows.map((row) => clusterView(row, nodes.get(row.id) ?? []))
}

/** Returns the view of one cluster. */
export async function showCluster(ctx: Ctx, row: ClusterRow): Promise<Cluster> {
  const [view] = await showClusters(ctx, [row])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}

function clusterView(row: ClusterRow, nodes: readonly Instance[]): Cluster {
  const state = shownState(row.state, nodes)
  return {
    id: row.id,
    name: row.name,
    state,
    failure: row.failure,
    nodes: nodes.map(memberView),
    start_by: state === 'starting' ? row.start_by.toISOString() : null,
    created_at: row.created_at.toISOString(),
    ready_at: isoOrNull(row.ready_at),
    ended_at: isoOrNull(row.ended_at),
    throughput: row.throughput,
  }
}

function memberView(node: Instance, at: number): ClusterMember {
  const rank = node.cluster?.rank ?? at
  return {
    rank,
    host: `node-${rank}`,
    address: clusterAddress(rank),
    instance_id: node.id,
    label: node.label,
    state: node.state,
    ready: node.ready,
    machine_id: node.machine_id,
    machine_name: node.machine_name,
    running_micro_usd_per_hour: node.running_micro_usd_per_hour,
    cost_micro_usd: node.cost_micro_usd,
  }
}

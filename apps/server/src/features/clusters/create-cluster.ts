import type { Cluster, NewCluster } from '@gridloom/contract/clusters/cluster'
import type { ClusterPlace } from '@gridloom/contract/clusters/network'
import type { ClusterId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { Order } from '@gridloom/contract/instances/order'
import { formatPerHour } from '@gridloom/domain/money-format'
import { accountOf, type Tx, userOf } from '../../platform/ctx.ts'
import {
  type InstanceRow,
  type OrderedTemplate,
  orderedTemplate,
  placeOrder,
  sendSpecSoon,
  updateInstance,
} from '../instances/index.ts'
import { showCluster } from './cluster-view.ts'
import { findUnable, insertCluster } from './clusters-store.ts'
import type { ClustersCtx } from './ctx.ts'
import { publishCluster } from './publish-cluster.ts'

const minuteMs = 60_000

/**
 * Orders all nodes of a cluster in one transaction: each has the slots, the hold and the price of an order of its own,
 * and where one is refused nothing is taken. The machines are notified after it.
 * @throws Refused `clusters_unsupported`, `price_changed`, and those of orders
 */
export async function createCluster(ctx: ClustersCtx, wanted: NewCluster): Promise<Cluster> {
  const ordered = await orderedTemplate(ctx, wanted)
  const { row, nodes } = await ctx.transact(async (tx) => {
    const offers = [...new Set(wanted.nodes.map(({ offer_id }) => offer_id))]
    const machine = await findUnable(tx.db, offers)
    if (machine !== undefined) throw new Refused('clusters_unsupported', { details: { machine } })
    const id = ctx.ids.mint('cluster')
    const nodes = await placeNodes(ctx, tx, { id, wanted, ordered })
    refuseHigherPrice(wanted, nodes)
    const row = await insertCluster(tx, newRow(ctx, { id, wanted }))
    tx.note({ subject: id })
    await publishCluster(tx, row)
    return { row, nodes }
  })
  for (const { id } of nodes) sendSpecSoon(ctx, id)
  return showCluster(ctx, row)
}

interface ClusterOrder {
  id: ClusterId
  wanted: NewCluster
  ordered: OrderedTemplate
}

/** Places the orders, sorted by offer: of two clusters that want the last slots of the same, none waits for the other. */
async function placeNodes(
  ctx: ClustersCtx,
  tx: Tx,
  { id, wanted, ordered }: ClusterOrder,
): Promise<InstanceRow[]> {
  const ranked = wanted.nodes.map((node, rank) => ({ ...node, rank }))
  const sorted = ranked.toSorted((a, b) => (a.offer_id < b.offer_id ? -1 : 1))
  const placed: (readonly [rank: number, InstanceRow])[] = []
  for (const node of sorted)
    placed.push([node.rank, await placeNode(ctx, tx, { wanted, ordered, node })])
  const rows = placed.toSorted(([one], [other]) => one - other).map(([, row]) => row)
  const slots = rows.map(slotsOf)
  const places = rows.map((row, rank): readonly [InstanceRow, ClusterPlace] => [
    row,
    { id, name: wanted.name, rank, slots },
  ])
  const nodes: InstanceRow[] = []
  for (const [row, place] of places) {
    const change = { cluster_id: id, cluster: JSON.stringify(place) }
    nodes.push(await updateInstance(tx, row.id, change))
  }
  return nodes
}

interface NodeOrder {
  wanted: NewCluster
  ordered: OrderedTemplate
  node: NewCluster['nodes'][number] & { rank: number }
}

async function placeNode(
  ctx: ClustersCtx,
  tx: Tx,
  { wanted, ordered, node }: NodeOrder,
): Promise<InstanceRow> {
  const { slots, disk_gb, env, restart_policy, template, template_id, automation } = wanted
  const order = Order.parse({
    ...{ offer_id: node.offer_id, quote_id: node.quote_id, label: `${wanted.name}-${node.rank}` },
    ...{ slots, disk_gb, env, restart_policy, template, template_id, automation },
  })
  return placeOrder(ctx, tx, { order, ...ordered })
}

/** How many processes a node has room for, as MPI counts them. */
function slotsOf({ gpu_uuids, vcpus }: InstanceRow): number {
  return Math.max(1, gpu_uuids.length === 0 ? Math.floor(vcpus) : gpu_uuids.length)
}

function refuseHigherPrice(
  { running_micro_usd_per_hour_max: shown }: NewCluster,
  nodes: readonly InstanceRow[],
): void {
  const now = nodes.reduce((sum, node) => sum + node.running_micro_usd_per_hour, 0)
  if (shown === undefined || now <= shown) return
  const details = { what: 'The nodes cost', now: formatPerHour(now), shown: formatPerHour(shown) }
  throw new Refused('price_changed', { details })
}

function newRow(ctx: ClustersCtx, { id, wanted }: Pick<ClusterOrder, 'id' | 'wanted'>) {
  const now = ctx.clock.now()
  return {
    id,
    account_id: accountOf(ctx).accountId,
    created_by: userOf(ctx),
    name: wanted.name,
    state: 'starting' as const,
    start_by: new Date(now.getTime() + wanted.start_minutes * minuteMs),
    created_at: now,
  }
}

import type { ClusterMember } from '@gridloom/contract/clusters/cluster'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findCluster } from '../../resolve/find-cluster.ts'

export function addShowCluster(clusters: Command, open: Open): void {
  clusters
    .command('show')
    .argument('<cluster>', 'name, ID, or start or end of an ID')
    .summary('show the nodes of a cluster')
    .description('Show the nodes of a cluster with their addresses, states and machines.')
    .addHelpText('after', examples('clusters show train', 'clusters show train --json'))
    .action((wanted: string, _options: object, command: Command) => show(open(command), wanted))
}

async function show(ctx: Ctx, wanted: string): Promise<void> {
  const cluster = await findCluster(ctx, wanted)
  if (ctx.output.format === 'json') return ctx.output.result(cluster, () => '')
  const { name, state, failure, throughput } = cluster
  await printList(ctx, cluster.nodes, { empty: 'No nodes.', columns })
  const why = failure === null ? '' : ` (${name}-${failure.rank}: ${failure.text ?? failure.code})`
  ctx.output.note(`${name} is ${state}${why}.`)
  if (throughput === null) return
  const { from, to, bytes_per_s: perS, measured_at: at } = throughput
  const since = formatSince(at, ctx.host.nowMs())
  ctx.output.note(`Measured ${since} ago: ${formatBytes(perS)}/s from node-${from} to node-${to}.`)
}

const columns: ListColumn<ClusterMember>[] = [
  { title: 'NODE', cell: ({ label }) => ({ text: label, tone: 'strong' }) },
  { title: 'ADDRESS', cell: ({ address }) => address },
  { title: 'STATE', cell: ({ state, ready }) => (ready ? `${state}, ready` : state) },
  { title: 'INSTANCE', cell: ({ instance_id }) => shortId(instance_id) },
  { title: 'MACHINE', dropRank: 1, cutTo: 30, cell: ({ machine_name }) => machine_name },
  {
    title: 'PRICE',
    dropRank: 2,
    cell: ({ running_micro_usd_per_hour: price }) => formatPerHour(price),
  },
]

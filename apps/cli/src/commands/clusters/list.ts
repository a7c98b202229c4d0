import type { Cluster } from '@gridloom/contract/clusters/cluster'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListClusters(clusters: Command, open: Open): void {
  clusters
    .command('list')
    .summary('list clusters')
    .description('List clusters, newest first; ended ones are listed for 30 days.')
    .addHelpText('after', examples('clusters list', 'clusters list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.clusters.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No clusters. Create one: gridloom clusters create <name> <offer>:<nodes>',
        columns: columnsAt(ctx.host.nowMs()),
      })
    })
}

function columnsAt(nowMs: number): ListColumn<Cluster>[] {
  return [
    { title: 'CLUSTER', cell: ({ id }) => shortId(id) },
    { title: 'NAME', cutTo: 40, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
    {
      title: 'STATE',
      cell: ({ state, failure }) => (failure === null ? state : `${state} (${failure.code})`),
    },
    {
      title: 'READY',
      cell: ({ nodes }) => `${nodes.filter(({ ready }) => ready).length}/${nodes.length}`,
    },
    { title: 'CREATED', dropRank: 1, cell: ({ created_at }) => formatSince(created_at, nowMs) },
  ]
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findCluster } from '../../resolve/find-cluster.ts'

const actions = {
  start: {
    summary: 'start all nodes of a cluster',
    description: 'Start all nodes that are stopped, or none of them.',
    done: 'Starting',
  },
  stop: {
    summary: 'stop all nodes of a cluster',
    description: 'Stop all nodes of a cluster. Their disks are kept.',
    done: 'Stopping',
  },
} as const

export function addClusterActions(clusters: Command, open: Open): void {
  for (const action of ['start', 'stop'] as const) {
    const { summary, description, done } = actions[action]
    clusters
      .command(action)
      .argument('<cluster>', 'name, ID, or start or end of an ID')
      .summary(summary)
      .description(description)
      .addHelpText('after', examples(`clusters ${action} train`))
      .action(async (wanted: string, _options: object, command: Command) => {
        const ctx = open(command)
        const { id, name } = await findCluster(ctx, wanted)
        const cluster = await ctx.client.clusters[action]({ params: { id }, signal: ctx.signal })
        await ctx.output.result(cluster, () => `${done} ${name}.`)
      })
  }
}

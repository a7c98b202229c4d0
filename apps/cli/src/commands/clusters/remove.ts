import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findCluster } from '../../resolve/find-cluster.ts'

export function addRemoveCluster(clusters: Command, open: Open): void {
  clusters
    .command('rm')
    .argument('<cluster>', 'name, ID, or start or end of an ID')
    .summary('destroy a cluster')
    .description("Destroy all nodes of a cluster with their disks. This can't be undone.")
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('clusters rm train', 'clusters rm train --yes'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name, nodes } = await findCluster(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This destroys all nodes. Add --yes to skip the confirmation.')
        const message = `Permanently destroy ${name} and its ${nodes.length} nodes?`
        const answer = await ctx.host.prompts.confirm({ message })
        if (answer === 'no') throw new CancelledError('Aborted. Nothing was destroyed.')
      }
      const cluster = await ctx.client.clusters.destroy({ params: { id }, signal: ctx.signal })
      await ctx.output.result(cluster, () => `Destroying ${name}.`)
    })
}

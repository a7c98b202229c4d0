import { clusterLimits } from '@gridloom/contract/clusters/network'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findCluster } from '../../resolve/find-cluster.ts'

const rankMax = clusterLimits.nodesMax - 1

export function addMeasureCluster(clusters: Command, open: Open): void {
  clusters
    .command('measure')
    .argument('<cluster>', 'name, ID, or start or end of an ID')
    .summary('measure the network between two nodes')
    .description('Measure what one TCP connection between two nodes carries, for three seconds.')
    .option('--from <n>', 'rank of the sender (default: 0)', wholeNumber('--from', 0, rankMax))
    .option('--to <n>', 'rank of the receiver (default: 1)', wholeNumber('--to', 0, rankMax))
    .addHelpText('after', examples('clusters measure train --from 0 --to 2'))
    .action(async (wanted: string, options: { from?: number; to?: number }, command: Command) => {
      const ctx = open(command)
      const { id } = await findCluster(ctx, wanted)
      const body = { from: options.from ?? 0, to: options.to ?? 1 }
      const call = { params: { id }, body, signal: ctx.signal }
      const measured = await ctx.client.clusters.measure(call)
      const where = measured.between_machines ? 'between machines' : 'on one machine'
      const rate = `${formatBytes(measured.bytes_per_s)}/s`
      await ctx.output.result(
        measured,
        () => `${rate} from node-${body.from} to node-${body.to}, ${where}.`,
      )
    })
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addClusterActions } from './act.ts'
import { addCreateCluster } from './create.ts'
import { addListClusters } from './list.ts'
import { addMeasureCluster } from './measure.ts'
import { addRemoveCluster } from './remove.ts'
import { addShowCluster } from './show.ts'

/** Adds `clusters`: instances with one private network. */
export function addClusters(program: Command, open: Open): void {
  const clusters = program
    .command('clusters')
    .summary('order instances with one private network, all or none')
    .description(
      'Order, start and stop instances that reach each other by name over a private network. All of them are ordered, or none.',
    )
    .addHelpText(
      'after',
      examples(
        'clusters create train 8hjkmnpq:2 9abcdefg --template debian --wait',
        'clusters show train',
        'clusters rm train',
      ),
    )
  const adders = [
    ...[addListClusters, addShowCluster, addCreateCluster, addClusterActions],
    ...[addMeasureCluster, addRemoveCluster],
  ]
  for (const add of adders) add(clusters, open)
}

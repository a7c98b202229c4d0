import type { Instance } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstances } from '../../resolve/find-instance.ts'
import { moveAll } from './move-instance.ts'
import type { Move, WaitOptions } from './move-outcome.ts'
import { instanceName } from './wait-for-instance.ts'

interface DestroyOptions extends WaitOptions {
  yes?: boolean
}

const move: Move = {
  name: 'destroy',
  summary: 'delete an instance and its disk',
  description: "Stop an instance and delete it with its disk. This can't be undone.",
  goal: 'destroyed',
  ask: ({ client, signal }, id) => client.instances.destroy({ params: { id }, signal }),
}

export function addDestroy(program: Command, open: Open): void {
  program
    .command(move.name)
    .argument('<instances...>', 'labels, IDs, or starts or ends of IDs')
    .summary(move.summary)
    .description(move.description)
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is destroyed')
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText('after', examples('destroy trial', 'destroy worker-1 worker-2 --yes --wait'))
    .action(async (wanted: string[], options: DestroyOptions, command: Command) => {
      const ctx = open(command)
      const instances = await findInstances(ctx, wanted)
      await agreeTo(ctx, instances, options)
      await moveAll(ctx, instances, { move, options })
    })
}

async function agreeTo(
  ctx: Ctx,
  instances: readonly Instance[],
  { yes }: DestroyOptions,
): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json') {
    throw new UsageError('This permanently deletes the disk. Add --yes to skip the confirmation.')
  }
  const message = `Permanently delete ${instances.map(lossOf).join(', ')}?`
  const answer = await ctx.host.prompts.confirm({ message })
  if (answer === 'no') throw new CancelledError('Aborted. Nothing was deleted.')
}

function lossOf(instance: Instance): string {
  return `${instanceName(instance)} and everything on its ${instance.disk_gb} GB disk`
}

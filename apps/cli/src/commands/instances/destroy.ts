import type { Instance } from '@gridloom/contract/instances/instance'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { type Move, makeMove, type WaitOptions } from './move-instance.ts'
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
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary(move.summary)
    .description(move.description)
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is destroyed')
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText('after', examples('destroy trial', 'destroy trial --yes --wait'))
    .action(async (wanted: string, options: DestroyOptions, command: Command) => {
      const ctx = open(command)
      const instance = await findInstance(ctx, wanted)
      await agreeTo(ctx, instance, options)
      await makeMove(ctx, instance, { move, options })
    })
}

async function agreeTo(ctx: Ctx, instance: Instance, { yes }: DestroyOptions): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json') {
    throw new UsageError('This permanently deletes the disk. Add --yes to skip the confirmation.')
  }
  const message = `Permanently delete ${instanceName(instance)} and everything on its ${instance.disk_gb} GB disk?`
  const answer = await ctx.host.prompts.confirm({ message })
  if (answer === 'no') throw new CancelledError('Aborted. Nothing was deleted.')
}

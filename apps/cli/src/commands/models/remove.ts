import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findModel } from '../../resolve/find-model.ts'
import { byTheOperator } from './by-the-operator.ts'

interface RemoveOptions {
  yes?: boolean
}

export function addRemoveModel(models: Command, open: Open): void {
  models
    .command('remove')
    .argument('<model>', 'model ID, or its last segment')
    .summary('remove a model from the catalogue (operator)')
    .description(
      'Remove a model that no machine serves from the catalogue. Requires the operator account. It can\n' +
        'no longer be used or served. Existing chats stay readable.',
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('models remove org/name'))
    .action((model: string, options: RemoveOptions, command: Command) =>
      removeModel(open(command), model, options),
    )
}

async function removeModel(ctx: Ctx, wanted: string, { yes }: RemoveOptions): Promise<void> {
  const { id } = await findModel(ctx, wanted)
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to skip the confirmation.')
    const message = `Remove ${id} from the catalogue? It can no longer be used or served.`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Aborted. Nothing was removed.')
  }
  await byTheOperator(ctx.client.models.remove({ params: { model: id }, signal: ctx.signal }))
  await ctx.output.result({}, () => `Removed ${id} from the catalogue.`)
}

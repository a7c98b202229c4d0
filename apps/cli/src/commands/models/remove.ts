import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findModel } from '../../resolve/find-model.ts'
import { byTheOperator } from './by-the-operator.ts'

interface RemoveOptions {
  yes?: boolean
}

export function addRemove(models: Command, open: Open): void {
  models
    .command('remove')
    .argument('<model>', 'its id, or the last segment of that')
    .summary('take a model out of the catalogue (operator)')
    .description(
      'Take a model that no machine serves out of the catalogue. Only for the operator. Nobody can\n' +
        'ask it or serve it any more; chats with it are kept and can be read.',
    )
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('models remove org/name'))
    .action((model: string, options: RemoveOptions, command: Command) =>
      removeModel(open(command), model, options),
    )
}

async function removeModel(ctx: Ctx, wanted: string, { yes }: RemoveOptions): Promise<void> {
  const { id } = await findModel(ctx, wanted)
  if (!yes) {
    if (!ctx.host.interactive) throw new UsageError('Add --yes to do it without being asked.')
    const message = `Take ${id} out of the catalogue? Nobody can ask it or serve it any more.`
    const answer = await ctx.host.prompts.confirm({ message })
    if (answer === 'no') throw new CancelledError('Nothing was removed.')
  }
  await byTheOperator(ctx.client.models.remove({ params: { model: id }, signal: ctx.signal }))
  await ctx.output.result({}, () => `${id} is no longer in the catalogue.`)
}

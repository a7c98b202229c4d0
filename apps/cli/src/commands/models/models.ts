import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { modelTable } from '../../output/model-table.ts'
import { addAdd } from './add.ts'
import { addRemoveModel } from './remove.ts'

/** Adds `models`, which lists them; its subcommands let the operator add them to and remove them from the catalogue. */
export function addModels(program: Command, open: Open): void {
  const models = program
    .command('models')
    .summary('list available models')
    .description(
      'List models that machines serve. Prices are per million tokens on the cheapest machine.\n' +
        'Time to first token and tokens per second are medians of the last 30 minutes.',
    )
    .addHelpText('after', examples('models', 'models --json', 'models add --help'))
    .action((_options: object, command: Command) => showModels(open(command)))
  addAdd(models, open)
  addRemoveModel(models, open)
}

async function showModels(ctx: Ctx): Promise<void> {
  const found = await ctx.client.models.list({ signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.models.length === 0
      ? 'The catalogue is empty. The operator adds models with: gridloom models add --help'
      : modelTable(draw, found.models),
  )
}

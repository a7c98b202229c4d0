import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { modelTable } from '../../output/model-table.ts'
import { addAdd } from './add.ts'
import { addRemove } from './remove.ts'

/** `models` shows them; the operator puts them into the catalogue and takes them out with what is below it. */
export function addModels(program: Command, open: Open): void {
  const models = program
    .command('models')
    .summary('models that can be asked')
    .description(
      'Models that machines serve. Prices are of the cheapest machine, for a million tokens;\n' +
        'first token and tokens a second are the middle of the last 30 minutes.',
    )
    .addHelpText('after', examples('models', 'models --json', 'models add --help'))
    .action((_options: object, command: Command) => showModels(open(command)))
  addAdd(models, open)
  addRemove(models, open)
}

async function showModels(ctx: Ctx): Promise<void> {
  const found = await ctx.client.models.list({ signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.models.length === 0
      ? 'No model is in the catalogue. The operator of the server adds them: gridloom models add --help'
      : modelTable(draw, found.models),
  )
}

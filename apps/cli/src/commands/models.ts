import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { modelTable } from '../output/model-table.ts'

export function addModels(program: Command, open: Open): void {
  program
    .command('models')
    .summary('models that can be asked')
    .description(
      'Models that machines serve. Prices are of the cheapest machine, for a million tokens;\n' +
        'first token and tokens a second are the middle of the last 30 minutes.',
    )
    .addHelpText('after', examples('models', 'models --json'))
    .action((_options: object, command: Command) => showModels(open(command)))
}

async function showModels(ctx: Ctx): Promise<void> {
  const found = await ctx.client.models.list({ signal: ctx.signal })
  await ctx.output.result(found, (draw) =>
    found.models.length === 0
      ? 'No model is in the catalogue. A machine of yours can serve one: gridloom serve --help'
      : modelTable(draw, found.models),
  )
}

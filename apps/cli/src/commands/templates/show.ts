import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { templateText } from '../../output/template-text.ts'
import { openTemplate } from '../../resolve/open-template.ts'

export function addShowTemplate(templates: Command, open: Open): void {
  templates
    .command('show')
    .argument('<template>', 'name, ID, start or end of an ID, or the code of a shared one')
    .summary('show details of a template')
    .description('Show details of a template, with its start script and README.')
    .addHelpText('after', examples('templates show lab', 'templates show 4k7m2p9qx3ws8z1b --json'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { template } = await openTemplate(ctx, wanted)
      await ctx.output.result(template, (draw) => templateText(draw, template))
    })
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { appText } from '../../output/app-text.ts'

export function addInspectApp(apps: Command, open: Open): void {
  apps
    .command('inspect')
    .argument('<app>', 'name of an app')
    .summary('show details of an app')
    .description('Show details of any app, also of a hidden one. JSON has its definition.')
    .addHelpText(
      'after',
      examples(
        'operator apps inspect tool',
        'operator apps inspect tool --json | jq .definition > app.json',
      ),
    )
    .action(async (slug: string, _options: object, command: Command) => {
      const ctx = open(command)
      const app = await ctx.client.apps.readAny({ params: { slug }, signal: ctx.signal })
      await ctx.output.result(app, (draw) => appText(draw, app))
    })
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { appText } from '../../output/app-text.ts'

export function addShowApp(apps: Command, open: Open): void {
  apps
    .command('show')
    .argument('<app>', 'name of an app')
    .summary('show details of an app')
    .description('Show what an app needs and asks for, its price now and its measured start times.')
    .addHelpText('after', examples('apps show open-webui', 'apps show vllm --json'))
    .action(async (slug: string, _options: object, command: Command) => {
      const ctx = open(command)
      const app = await ctx.client.apps.read({ params: { slug }, signal: ctx.signal })
      await ctx.output.result(app, (draw) => appText(draw, app))
    })
}

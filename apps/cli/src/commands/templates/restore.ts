import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'

export function addRestoreTemplate(templates: Command, open: Open): void {
  templates
    .command('restore')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .argument('<version>', 'version, as gridloom templates versions lists them')
    .summary('make an earlier version the newest')
    .description('Make the content of an earlier version the newest one. No version is lost.')
    .addHelpText('after', examples('templates restore lab 3'))
    .action(async (wanted: string, version: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findOwnTemplate(ctx, wanted)
      const params = { id, version }
      const restored = await ctx.client.templates.restore({ params, signal: ctx.signal })
      await ctx.output.result(
        restored,
        () => `Restored version ${version} of ${restored.name} as version ${restored.version}.`,
      )
    })
}

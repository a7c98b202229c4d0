import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'

export function addRemoveTemplate(templates: Command, open: Open): void {
  templates
    .command('delete')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .summary('delete a template')
    .description("Delete a template with its versions. Its instances go on. This can't be undone.")
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('templates delete lab --yes'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findOwnTemplate(ctx, wanted)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError('This deletes the template. Add --yes to skip the confirmation.')
        const message = `Permanently delete ${name} with its versions?`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was deleted.')
      }
      await ctx.client.templates.remove({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}

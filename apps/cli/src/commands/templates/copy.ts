import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { openTemplate } from '../../resolve/open-template.ts'
import { notePassword } from './note-password.ts'

export function addCopyTemplate(templates: Command, open: Open): void {
  templates
    .command('copy')
    .argument('<template>', 'name, ID, start or end of an ID, or the code of a shared one')
    .summary('copy a template into your account')
    .description('Copy a template that you can see. Passwords of registries are not copied.')
    .addHelpText('after', examples('templates copy ray', 'templates copy 4k7m2p9qx3ws8z1b'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { template, code } = await openTemplate(ctx, wanted)
      const copied = await ctx.client.templates.copy({
        body: code === undefined ? { id: template.id } : { template_code: code },
        signal: ctx.signal,
      })
      await ctx.output.result(
        copied,
        () =>
          `Copied ${template.template_name} as ${copied.name}. Change it: gridloom templates edit ${copied.name}`,
      )
      notePassword(ctx, copied)
    })
}

import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findTemplate } from '../../resolve/find-template.ts'

interface DefaultOptions {
  reset?: boolean
}

export function addDefaultTemplate(templates: Command, open: Open): void {
  templates
    .command('default')
    .argument('[template]', 'name, ID, or start or end of an ID')
    .summary('show or choose the template that orders begin with')
    .description('Show the template that orders begin with, or choose it.')
    .option('--reset', 'choose the first predefined template again')
    .addHelpText(
      'after',
      examples('templates default', 'templates default lab', 'templates default --reset'),
    )
    .action((wanted: string | undefined, options: DefaultOptions, command: Command) =>
      defaultTemplate(open(command), wanted, options),
    )
}

async function defaultTemplate(
  ctx: Ctx,
  wanted: string | undefined,
  { reset }: DefaultOptions,
): Promise<void> {
  if (reset && wanted !== undefined) throw new UsageError('Specify either a template or --reset')
  if (!reset && wanted === undefined) {
    const now = await ctx.client.templates.readDefault({ signal: ctx.signal })
    return ctx.output.result(now, () => `${now.template_name}, version ${now.version}`)
  }
  const body = { id: await chosen(ctx, wanted) }
  const now = await ctx.client.templates.changeDefault({ body, signal: ctx.signal })
  await ctx.output.result(now, () => `Orders begin with ${now.template_name} now.`)
}

async function chosen(ctx: Ctx, wanted: string | undefined): Promise<TemplateId | null> {
  return wanted === undefined ? null : (await findTemplate(ctx, wanted)).id
}

import type { Template } from '@gridloom/contract/templates/template'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'
import { changeOf } from './change-of.ts'

interface ShareOptions {
  renew?: boolean
  public?: boolean
  private?: boolean
}

export function addShareTemplate(templates: Command, open: Open): void {
  templates
    .command('share')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .summary('share a template by code or link, or with everyone')
    .description(
      'Print the code and the link of a template of yours. Whoever has either can view and copy it.',
    )
    .option('--renew', 'replace the code; the earlier code and link stop working')
    .option('--public', 'list it for everyone')
    .addOption(new Option('--private', 'list it for nobody else').conflicts('public'))
    .addHelpText('after', examples('templates share lab', 'templates share lab --renew --private'))
    .action((wanted: string, options: ShareOptions, command: Command) =>
      shareTemplate(open(command), wanted, options),
    )
}

async function shareTemplate(ctx: Ctx, wanted: string, options: ShareOptions): Promise<void> {
  const { id } = await findOwnTemplate(ctx, wanted)
  const call = { params: { id }, signal: ctx.signal }
  const before = options.renew
    ? await ctx.client.templates.renewCode(call)
    : await ctx.client.templates.read(call)
  const template = await listed(ctx, before, options)
  const { template_code: code } = template
  await ctx.output.result(template, (draw) =>
    draw.facts([
      ['Template', template.template_name],
      ['Listed for', template.public_template ? 'everyone' : 'nobody else'],
      ['Code', code ?? '—'],
      ['Link', code === null ? '—' : linkOf(ctx, id, code)],
    ]),
  )
}

async function listed(ctx: Ctx, template: Template, options: ShareOptions): Promise<Template> {
  const public_template = options.public ? true : options.private ? false : undefined
  if (public_template === undefined || public_template === template.public_template) return template
  return ctx.client.templates.change({
    params: { id: template.id },
    body: { ...changeOf(template), public_template },
    signal: ctx.signal,
  })
}

function linkOf({ serverUrl }: Ctx, id: string, code: string): string {
  return `${serverUrl}/template/view/${id}?code=${code}`
}

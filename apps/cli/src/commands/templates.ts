import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { examples } from '../help.ts'
import { shortId } from '../output/format.ts'

export function addTemplates(program: Command, open: Open): void {
  program
    .command('templates')
    .summary('list templates')
    .description('List templates: image, start script and ports of an instance.')
    .addHelpText('after', examples('templates', 'templates --json'))
    .action((_options: object, command: Command) => showTemplates(open(command)))
}

async function showTemplates(ctx: Ctx): Promise<void> {
  const templates = await ctx.client.templates.list({ signal: ctx.signal })
  await ctx.output.result(templates, (draw) =>
    draw.table(
      [
        { title: 'TEMPLATE' },
        { title: 'NAME' },
        { title: 'IMAGE', cutTo: 16 },
        { title: 'DISK', align: 'right', dropRank: 1 },
        { title: 'PORTS', dropRank: 2 },
        { title: 'DESCRIPTION', cutTo: 20, dropRank: 3 },
      ],
      templates.map((template) => [
        { text: shortId(template.id), tone: 'strong' },
        template.name,
        template.image_path_with_tag,
        `${template.recommended_disk_gb} GB`,
        template.ports.join(',') || '—',
        template.description,
      ]),
    ),
  )
}

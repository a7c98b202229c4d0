import type { Template } from '@gridloom/contract/templates/template'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

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
  await printList(ctx, templates, { empty: 'No templates.', columns })
}

const columns: readonly ListColumn<Template>[] = [
  { title: 'TEMPLATE', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'IMAGE', cutTo: 16, cell: (template) => template.image_path_with_tag },
  {
    title: 'DISK',
    align: 'right',
    dropRank: 1,
    cell: (template) => `${template.recommended_disk_gb} GB`,
  },
  { title: 'PORTS', dropRank: 2, cell: ({ ports }) => ports.join(',') || '—' },
  { title: 'DESCRIPTION', cutTo: 20, dropRank: 3, cell: ({ description }) => description },
]

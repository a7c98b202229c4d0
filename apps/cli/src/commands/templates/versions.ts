import { TemplateContent, type TemplateVersion } from '@gridloom/contract/templates/template'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'

export function addTemplateVersions(templates: Command, open: Open): void {
  templates
    .command('versions')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .summary('list the versions of a template')
    .description(
      'List the versions of a template of yours with what each changed, newest first. Times are UTC.',
    )
    .addHelpText('after', examples('templates versions lab', 'templates restore lab 3'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findOwnTemplate(ctx, wanted)
      const versions = await ctx.client.templates.versions({ params: { id }, signal: ctx.signal })
      await printList(ctx, versions, { empty: 'No versions.', columns: columnsOf(versions) })
    })
}

function columnsOf(versions: readonly TemplateVersion[]): ListColumn<TemplateVersion>[] {
  const earlier = new Map(versions.map((one, index) => [one, versions[index + 1]]))
  return [
    {
      title: 'VERSION',
      align: 'right',
      cell: ({ version }) => ({ text: version, tone: 'strong' }),
    },
    { title: 'CREATED', cell: ({ created_at: at }) => formatTime(at) },
    { title: 'BY', cutTo: 20, dropRank: 1, cell: ({ created_by: by }) => by ?? '—' },
    { title: 'IMAGE', cutTo: 16, cell: ({ content }) => content.image_path_with_tag },
    {
      title: 'CHANGED',
      cutTo: 20,
      dropRank: 2,
      cell: (one) => changedFields(one, earlier.get(one)).join(', ') || '—',
    },
  ]
}

/** The fields that differ from the version before; none for the first one that is kept. */
function changedFields(version: TemplateVersion, before: TemplateVersion | undefined): string[] {
  if (before === undefined) return []
  return TemplateContent.keyof().options.filter(
    (field) => JSON.stringify(version.content[field]) !== JSON.stringify(before.content[field]),
  )
}

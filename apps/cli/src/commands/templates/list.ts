import type { TemplateList } from '@gridloom/contract/templates/endpoints'
import type { Template } from '@gridloom/contract/templates/template'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { accessText } from '../../output/template-text.ts'

interface ListOptions {
  own?: boolean
  public?: boolean
  predefined?: boolean
  search?: string
  tag?: string
}

const rowsMax = 500

export function addListTemplates(templates: Command, open: Open): void {
  templates
    .command('list')
    .summary('list templates')
    .description('List templates: predefined ones and your own, unless an option says otherwise.')
    .addOption(new Option('--own', 'your own, by name').conflicts(['public', 'predefined']))
    .addOption(
      new Option('--public', 'public ones of everyone, the most used first').conflicts(
        'predefined',
      ),
    )
    .option('--predefined', 'predefined ones')
    .option('--search <text>', 'only those with this text')
    .option('--tag <tag>', 'only those with this tag')
    .addHelpText(
      'after',
      examples('templates list', 'templates list --public --tag notebook --search torch'),
    )
    .action((options: ListOptions, command: Command) => listTemplates(open(command), options))
}

/** Prints templates; without options predefined ones and those of the account. */
export async function listTemplates(ctx: Ctx, options: ListOptions = {}): Promise<void> {
  const { search, tag } = options
  const query = { list: listOf(options), search, tag, limit: rowsMax }
  const templates = await ctx.client.templates.list({ query, signal: ctx.signal })
  await printList(ctx, templates, {
    empty:
      search === undefined && tag === undefined && !options.public
        ? 'No templates. Create one: gridloom templates create --name <name> --image <image>'
        : 'No templates match.',
    columns: options.public ? publicColumns : columns,
  })
  if (templates.length === rowsMax)
    ctx.output.note(`Only ${rowsMax} are shown. Narrow them down with --search or --tag.`)
}

function listOf(options: ListOptions): TemplateList {
  if (options.own) return 'own'
  if (options.public) return 'public'
  return options.predefined ? 'predefined' : 'usable'
}

const first: readonly ListColumn<Template>[] = [
  { title: 'TEMPLATE', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'NAME', cutTo: 16, cell: ({ name }) => name },
  { title: 'VERSION', align: 'right', dropRank: 3, cell: ({ version }) => version },
  { title: 'IMAGE', cutTo: 16, cell: (template) => template.image_path_with_tag },
]

const last: readonly ListColumn<Template>[] = [
  {
    title: 'DISK',
    align: 'right',
    dropRank: 1,
    cell: (template) => `${template.recommended_disk_gb} GB`,
  },
  { title: 'PORTS', dropRank: 4, cell: ({ ports }) => ports.join(',') || '—' },
  {
    title: 'DESCRIPTION',
    cutTo: 20,
    dropRank: 5,
    cell: ({ description, template_name }) => description || template_name,
  },
]

const columns: readonly ListColumn<Template>[] = [
  ...first,
  { title: 'ACCESS', dropRank: 2, cell: accessText },
  ...last,
]

const publicColumns: readonly ListColumn<Template>[] = [
  ...first,
  { title: 'BY', cutTo: 12, cell: ({ author }) => author ?? '—' },
  { title: 'USES', align: 'right', cell: ({ uses }) => String(uses) },
  { title: 'STARTED', align: 'right', dropRank: 2, cell: startedText },
  ...last,
]

/** The share of first starts that succeeded. */
function startedText({ starts: { succeeded, failed } }: Template): string {
  const all = succeeded + failed
  return all === 0 ? '—' : `${Math.round((succeeded / all) * 100)} %`
}

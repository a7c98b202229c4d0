import { AppCategory, type AppSummary } from '@gridloom/contract/apps/app'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { imageFrom, readyWithin } from '../../output/app-text.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface ListOptions {
  search?: string
  category?: AppCategory
}

export function addListApps(apps: Command, open: Open): void {
  apps
    .command('list')
    .summary('list apps')
    .description('List apps with their price now and their measured start time.')
    .option('--search <text>', 'only those with this text')
    .option(
      '--category <category>',
      `only those of a category: ${AppCategory.options.join(', ')}`,
      oneOf('--category', AppCategory.options),
    )
    .addHelpText('after', examples('apps list', 'apps list --category ai --search chat'))
    .action((options: ListOptions, command: Command) => listApps(open(command), options))
}

export async function listApps(ctx: Ctx, query: ListOptions = {}): Promise<void> {
  const apps = await ctx.client.apps.list({ query, signal: ctx.signal })
  await printList(ctx, apps, { empty: 'No apps match.', columns: appColumns })
}

export const appColumns: readonly ListColumn<AppSummary>[] = [
  { title: 'APP', cell: ({ slug }) => ({ text: slug, tone: 'strong' }) },
  { title: 'NAME', cutTo: 16, dropRank: 4, cell: ({ name }) => name },
  { title: 'CATEGORY', dropRank: 3, cell: ({ category }) => category },
  {
    title: 'FROM',
    align: 'right',
    cell: ({ from_micro_usd_per_hour: from }) => (from === null ? '—' : formatPerHour(from)),
  },
  { title: 'READY IN', align: 'right', dropRank: 1, cell: readyWithin },
  { title: 'IMAGE', dropRank: 2, cell: imageFrom },
  { title: 'SUMMARY', cutTo: 20, dropRank: 5, cell: ({ summary }) => summary },
]

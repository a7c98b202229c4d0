import type { InstanceEvent } from '@gridloom/contract/instances/events'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { ListColumn } from '../../output/print-list.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface EventsOptions {
  limit?: number
  cursor?: string
}

export function addEvents(program: Command, open: Open): void {
  program
    .command('events')
    .argument('[instance]', 'label, ID, or start or end of an ID (default: all instances)')
    .summary('show what happened to an instance')
    .description(
      'Show what happened to an instance, or to all of them, newest first. Times are UTC.',
    )
    .option('--limit <n>', 'events to show (default: 50)', wholeNumber('--limit', 1, 100))
    .option('--cursor <cursor>', 'older events, from the end of the last page')
    .addHelpText('after', examples('events trial', 'events --limit 20 --json'))
    .action((wanted: string | undefined, options: EventsOptions, command: Command) =>
      showEvents(open(command), wanted, options),
    )
}

async function showEvents(
  ctx: Ctx,
  wanted: string | undefined,
  { limit = 50, cursor }: EventsOptions,
): Promise<void> {
  const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
  const { client, signal } = ctx
  const page =
    wanted === undefined
      ? await client.instances.allEvents({ query, signal })
      : await client.instances.events({
          params: { id: (await findInstance(ctx, wanted, 'all')).id },
          query,
          signal,
        })
  const columns = wanted === undefined ? [instanceColumn, ...eventColumns] : eventColumns
  await ctx.output.result(page, (draw) => {
    if (page.events.length === 0) return 'No events.'
    const rows = page.events.map((event) => columns.map((column) => column.cell(event)))
    const more = page.next_cursor === null ? [] : [`Older events: add --cursor ${page.next_cursor}`]
    return [draw.table(columns, rows), ...more].join('\n')
  })
}

const instanceColumn: ListColumn<InstanceEvent> = {
  title: 'INSTANCE',
  cutTo: 24,
  cell: ({ label, instance_id: id }) => ({ text: label || shortId(id), tone: 'strong' }),
}

const eventColumns: readonly ListColumn<InstanceEvent>[] = [
  { title: 'TIME', cell: ({ at }) => formatTime(at) },
  { title: 'EVENT', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { title: 'BY', dropRank: 1, cutTo: 24, cell: ({ by }) => actorOf(by) },
  { title: 'TEXT', cell: ({ text }) => text },
]

function actorOf(by: InstanceEvent['by']): string {
  if (by === null) return '—'
  return by.kind === 'api_key' ? `key ${by.name}` : by.name
}

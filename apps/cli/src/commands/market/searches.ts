import type { SavedSearch } from '@gridloom/contract/market/saved-search'
import { SearchChannel } from '@gridloom/contract/market/saved-search'
import { parseOfferQuery } from '@gridloom/domain/market/parse-query'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

interface CreateOptions {
  notify?: string
}

/** Adds `searches`: queries of offers that tell of new matches. */
export function addSearches(program: Command, open: Open): void {
  const searches = program
    .command('searches')
    .summary('save queries and hear of new matches')
    .description(
      'Save queries of offers. You are told of offers that begin to match, at most once an hour.',
    )
    .addHelpText(
      'after',
      examples(
        'searches create cheap-4090 gpu:4090 "price<0.3"',
        'searches list',
        'searches pause cheap-4090',
      ),
    )
  addList(searches, open)
  addCreate(searches, open)
  addStates(searches, open)
}

function addList(searches: Command, open: Open): void {
  searches
    .command('list')
    .summary('list your saved searches')
    .description('List your saved searches, newest first. Times are UTC.')
    .addHelpText('after', examples('searches list', 'searches list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.market.listSearches({ signal: ctx.signal })
      const empty = 'No saved searches. Save one: gridloom searches create <name> <query>'
      await printList(ctx, list, { empty, columns })
    })
}

function addCreate(searches: Command, open: Open): void {
  searches
    .command('create')
    .argument('<name>', 'a name for it')
    .argument('<query...>', 'query, as for offers')
    .summary('save a query')
    .description('Save a query. Offers that match already are not told.')
    .option('--notify <channels>', 'email, webhook, both separated by a comma, or none', 'email')
    .addHelpText(
      'after',
      examples(
        'searches create cheap-4090 gpu:4090 "price<0.3"',
        'searches create eu-h100 gpu:h100 region:EU --notify email,webhook',
      ),
    )
    .action((name: string, query: string[], options: CreateOptions, command: Command) =>
      createSearch(open(command), { name, query: query.join(' '), notify: options.notify }),
    )
}

function addStates(searches: Command, open: Open): void {
  const states = [
    ['pause', 'pause a saved search', { paused: true }, 'Paused'],
    ['resume', 'resume a saved search', { paused: false }, 'Resumed'],
  ] as const
  for (const [name, summary, body, done] of states) {
    searches
      .command(name)
      .argument('<search>', 'name, ID, or start or end of an ID')
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .addHelpText('after', examples(`searches ${name} cheap-4090`))
      .action(async (wanted: string, _options: object, command: Command) => {
        const ctx = open(command)
        const { id } = await findSearch(ctx, wanted)
        const call = { params: { id }, body, signal: ctx.signal }
        const search = await ctx.client.market.changeSearch(call)
        await ctx.output.result(search, () => `${done} ${search.name}.`)
      })
  }
  searches
    .command('delete')
    .argument('<search>', 'name, ID, or start or end of an ID')
    .summary('delete a saved search')
    .description('Delete a saved search.')
    .addHelpText('after', examples('searches delete cheap-4090'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findSearch(ctx, wanted)
      await ctx.client.market.deleteSearch({ params: { id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${name}.`)
    })
}

async function createSearch(
  ctx: Ctx,
  { name, query, notify = 'email' }: { name: string; query: string; notify: string | undefined },
): Promise<void> {
  refuseUnreadable(query)
  const body = { name, query, channels: channelsOf(notify) }
  const search = await ctx.client.market.createSearch({ body, signal: ctx.signal })
  await ctx.output.result(search, () => `Saved ${search.name}: ${search.query}`)
}

/** Rejects a query before any call, with a mark below the word that is wrong. */
export function refuseUnreadable(query: string): void {
  const { problem } = parseOfferQuery(query)
  if (problem === undefined) return
  const mark = `${' '.repeat(problem.from)}${'^'.repeat(Math.max(1, problem.to - problem.from))}`
  throw new UsageError(`The query cannot be read: ${problem.text}.\n  ${query}\n  ${mark}`)
}

function channelsOf(text: string): SearchChannel[] {
  if (text === 'none') return []
  return text.split(',').map((word) => {
    const channel = SearchChannel.safeParse(word.trim())
    if (!channel.success) throw new UsageError('--notify must be email, webhook, or none.')
    return channel.data
  })
}

async function findSearch(
  ctx: Ctx,
  wanted: string,
): Promise<{ id: SavedSearch['id']; name: string }> {
  const all = await ctx.client.market.listSearches({ signal: ctx.signal })
  return chooseOne(all, wanted, 'saved search')
}

const columns: readonly ListColumn<SavedSearch>[] = [
  { title: 'SEARCH', cutTo: 30, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
  { title: 'QUERY', cutTo: 50, cell: ({ query }) => query },
  { title: 'STATE', cell: ({ paused }) => (paused ? 'paused' : 'active') },
  { title: 'NOTIFY', dropRank: 2, cell: ({ channels }) => channels.join(', ') || 'page only' },
  { title: 'LAST SENT', dropRank: 1, cell: ({ last_sent_at: at }) => formatTime(at) },
  { title: 'ID', dropRank: 3, cell: ({ id }) => shortId(id) },
]

import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { jobTable } from '../../output/render-table.ts'
import { addDownload } from './download.ts'
import { addRenderMoves } from './render-moves.ts'
import { addShow } from './show.ts'
import { addWatch } from './watch.ts'

interface ListOptions {
  open?: boolean
  page?: number
  limit?: number
}

/** Adds `renders` for jobs started here or elsewhere; without a subcommand it lists them. */
export function addRenders(program: Command, open: Open): void {
  const renders = program
    .command('renders')
    .summary('manage render jobs')
    .description('Manage your render jobs. Without a subcommand, lists them, newest first.')
    .option('--open', 'only unfinished jobs')
    .option('--page <n>', 'page number', wholeNumber('--page', 1, 10_000))
    .option('--limit <n>', 'jobs per page', wholeNumber('--limit', 1, 100))
    .addHelpText(
      'after',
      examples(
        'renders',
        'renders show scene.blend',
        'renders watch 8hjkmnpq --out ./frames',
        'renders download 8hjkmnpq --video mp4 --out film.mp4',
      ),
    )
    .action((options: ListOptions, command: Command) => list(open(command), options))
  addShow(renders, open)
  addWatch(renders, open)
  addRenderMoves(renders, open)
  addDownload(renders, open)
}

async function list(ctx: Ctx, options: ListOptions): Promise<void> {
  const page = await ctx.client.rendering.list({
    query: {
      ...(options.open === true ? { open: true } : {}),
      page: options.page ?? 1,
      page_size: options.limit ?? 25,
    },
    signal: ctx.signal,
  })
  await ctx.output.result(page, (draw) =>
    page.jobs.length === 0
      ? 'No render jobs. Start one: gridloom render scene.blend'
      : jobTable(draw, page.jobs, ctx.host.nowMs()),
  )
}

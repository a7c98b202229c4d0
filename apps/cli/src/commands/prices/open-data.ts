import { ApiError } from '@gridloom/client/api-error'
import { PriceFileName, PriceMonth } from '@gridloom/contract/prices/prices'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { printList } from '../../output/print-list.ts'
import { saveDownload } from '../shared/save-download.ts'

const formats = ['json', 'parquet'] as const

interface DownloadOptions {
  format: (typeof formats)[number]
  out?: string
  force?: boolean
}

/** Adds `prices files`: the months of open data. */
export function addPriceFiles(prices: Command, open: Open): void {
  prices
    .command('files')
    .summary('list the months of open data')
    .description('List the months whose full days are published as open data (CC0), newest first.')
    .addHelpText('after', examples('prices files', 'prices files --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const months = await ctx.client.prices.months({ signal: ctx.signal })
      await printList(ctx, months, {
        empty: 'The first day is published when it is over (UTC).',
        columns: [{ title: 'MONTH', cell: (month) => month }],
      })
    })
}

/** Adds `prices download`: the full days of one month of all hardware. */
export function addDownloadPrices(prices: Command, open: Open): void {
  prices
    .command('download')
    .argument('<month>', 'month, such as 2026-11')
    .summary('download the prices of a month')
    .description('Download the full days of a month of all hardware as open data (CC0).')
    .option('--format <format>', 'json or parquet', oneOf('--format', formats), 'json')
    .option('-o, --out <file>', 'file to write; - for standard output')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'prices download 2026-11',
        'prices download 2026-11 --format parquet -o prices.parquet',
        'prices download 2026-11 -o - | jq length',
      ),
    )
    .action((month: string, options: DownloadOptions, command: Command) =>
      downloadMonth(open(command), month, options),
    )
}

async function downloadMonth(
  ctx: Ctx,
  month: string,
  { format, out, force }: DownloadOptions,
): Promise<void> {
  if (!PriceMonth.safeParse(month).success)
    throw new UsageError(`The month must be such as 2026-11, not "${month}".`)
  const name = PriceFileName.parse(`${month}.${format}`)
  const file = out ?? `gridloom-prices-${name}`
  const download = () => fileOf(ctx, month, name)
  const bytes = await saveDownload(ctx, { file, force, download })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

async function fileOf(ctx: Ctx, month: string, name: string): Promise<Response> {
  try {
    return await ctx.client.prices.file({ params: { name }, signal: ctx.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    const text = `There is no open data of ${month}. See: gridloom prices files`
    throw new NotFoundError(text, { cause: error })
  }
}

import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { saveDownload } from '../shared/save-download.ts'

interface StatementOptions {
  from?: string
  out?: string
  force?: boolean
}

export function addStatement(program: Command, open: Open): void {
  program
    .command('statement')
    .summary('download the signed statement of your account')
    .description(
      'Download every transaction before today (UTC) as JSON Lines, signed and chained by day. Check it with receipt verify.',
    )
    .option('--from <day>', 'only transactions from this day on, such as 2026-11-01')
    .option('-o, --out <file>', 'file; standard output by default')
    .option('--force', 'replace an existing file')
    .addHelpText(
      'after',
      examples(
        'statement -o statement.jsonl',
        'statement --from 2026-11-01 -o november.jsonl',
        'receipt verify statement.jsonl',
      ),
    )
    .action((options: StatementOptions, command: Command) =>
      downloadStatement(open(command), options),
    )
}

async function downloadStatement(
  ctx: Ctx,
  { from, out: file = '-', force }: StatementOptions,
): Promise<void> {
  if (from !== undefined && !/^\d{4}-\d\d-\d\d$/.test(from))
    throw new UsageError('--from is a day such as 2026-11-01.')
  const query = from === undefined ? {} : { from }
  const bytes = await saveDownload(ctx, {
    ...{ file, force },
    download: () => ctx.client.receipts.downloadStatement({ query, signal: ctx.signal }),
  })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

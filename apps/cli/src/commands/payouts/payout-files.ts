import type { PayoutFile } from '@gridloom/contract/payouts/bank-account'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime } from '../../output/format.ts'
import { saveDownload } from '../shared/save-download.ts'

interface DownloadOptions {
  out?: string
  force?: boolean
}

const fileNumber = wholeNumber('<number>', 1, 1_000_000_000)

/** Adds `operator payout-files`, which lists the files for the bank, with what is done with them below it. */
export function addPayoutFiles(operator: Command, open: Open): void {
  const files = operator
    .command('payout-files')
    .summary('create and download files of payouts for the bank')
    .description(
      'Create and download files of payouts for the bank. Without a subcommand, lists them.',
    )
    .addHelpText('after', examples('operator payout-files', 'operator payout-files create 5000'))
    .action((_options: object, command: Command) => list(open(command)))
  files
    .command('create')
    .argument('<usd>', 'most that the bank account may spend, in US dollars')
    .summary('put approved payouts into a file')
    .description('Put approved payouts to bank accounts into a file, oldest first.')
    .addHelpText('after', examples('operator payout-files create 5000'))
    .action((usd: string, _options: object, command: Command) => create(open(command), usd))
  files
    .command('download')
    .argument('<number>', 'number of the file', fileNumber)
    .summary('download a file')
    .description('Download a file as pain.001.001.09: the same bytes each time.')
    .option('-o, --out <file>', 'file (default: payouts-<number>.xml)')
    .option('--force', 'replace an existing file')
    .addHelpText('after', examples('operator payout-files download 12'))
    .action((number: number, options: DownloadOptions, command: Command) =>
      download(open(command), number, options),
    )
  files
    .command('executed')
    .argument('<number>', 'number of the file', fileNumber)
    .summary('record that the bank executed a file')
    .description('Record that the bank executed a file. Its payouts are paid.')
    .addHelpText('after', examples('operator payout-files executed 12'))
    .action((number: number, _options: object, command: Command) => executed(open(command), number))
}

async function list(ctx: Ctx): Promise<void> {
  const all = await ctx.client.payouts.files({ signal: ctx.signal })
  if (all.bank === 'off') ctx.output.note('No bank account is configured (PAYOUT_BANK).')
  const { payouts, micro_usd } = all.waiting
  await ctx.output.result(all, (draw) =>
    [
      draw.facts([['Waiting', `${payouts} for ${formatUsd(micro_usd)}`]]),
      ...(all.files.length === 0 ? [] : [draw.table(columns, all.files.map(rowOf))]),
    ].join('\n'),
  )
}

const columns = [
  { title: 'FILE' },
  { title: 'AMOUNT', align: 'right' },
  { title: 'PAYOUTS', align: 'right' },
  { title: 'RETURNED', align: 'right' },
  { title: 'CREATED', dropRank: 1 },
  { title: 'EXECUTED' },
] as const

function rowOf(file: PayoutFile) {
  return [
    String(file.number),
    formatUsd(file.micro_usd),
    String(file.payouts),
    String(file.returned),
    formatTime(file.created_at),
    file.executed_at === null ? 'no' : formatTime(file.executed_at),
  ]
}

async function create(ctx: Ctx, usd: string): Promise<void> {
  const body = { available_micro_usd: parseUsd(usd, 'The amount') }
  const file = await ctx.client.payouts.createFile({ body, signal: ctx.signal })
  await ctx.output.result(
    file,
    () => `File ${file.number}: ${file.payouts} for ${formatUsd(file.micro_usd)}.`,
  )
}

async function download(
  ctx: Ctx,
  number: number,
  { out: file = `payouts-${number}.xml`, force }: DownloadOptions,
): Promise<void> {
  const bytes = await saveDownload(ctx, {
    ...{ file, force },
    download: () => ctx.client.payouts.downloadFile({ params: { number }, signal: ctx.signal }),
  })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

async function executed(ctx: Ctx, number: number): Promise<void> {
  const file = await ctx.client.payouts.executeFile({ params: { number }, signal: ctx.signal })
  const paid = file.payouts - file.returned
  await ctx.output.result(file, () => `Recorded: ${paid} of file ${number} are paid.`)
}

import type { PublishedDay, ReceiptProof } from '@gridloom/contract/receipts/signed-receipt'
import { EvidenceKey } from '@gridloom/contract/reputation/trust'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { ReceiptProblem } from '@gridloom/domain/receipts/check-day'
import type { ReceiptSummary } from '@gridloom/domain/receipts/check-receipt'
import type { StatementSummary } from '@gridloom/domain/receipts/check-statement'
import { hashDay } from '@gridloom/domain/receipts/receipt-hashes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError, NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { type CheckedFile, readReceipt } from './read-receipt.ts'

const pieceBytes = 1_048_576

interface VerifyOptions {
  key?: string
  published?: boolean
}

/** Adds `receipt verify`. */
export function addVerifyReceipt(receipt: Command, open: Open): void {
  receipt
    .command('verify')
    .argument('<file>', 'signed receipt or statement, or - for standard input')
    .summary('check a signed receipt or statement without a server')
    .description(
      'Check a signed receipt or statement with nothing but public keys: that no byte was changed, and that nothing is missing or there twice. Of a receipt also that each charge follows from its seconds and price, and that the machine counted the charged seconds; of a statement that its balances follow from its transactions. Exit code 1 if it does not hold.',
    )
    .option(
      '--key <key>',
      'key of the installation, as you know it; the one in the file by default',
    )
    .option('--published', 'also compare its days with those that the server publishes')
    .addHelpText(
      'after',
      examples(
        'receipt trial --signed -o receipt.jsonl',
        'receipt verify receipt.jsonl',
        'receipt verify receipt.jsonl --published',
      ),
    )
    .action((file: string, options: VerifyOptions, command: Command) =>
      verifyReceipt(open(command), file, options),
    )
}

async function verifyReceipt(ctx: Ctx, file: string, options: VerifyOptions): Promise<void> {
  const { key, published = false } = options
  if (key !== undefined && !EvidenceKey.safeParse(key).success)
    throw new UsageError('--key is 43 characters: an Ed25519 key in base64url.')
  const checked = await checkedFile(() => readReceipt(piecesOf(ctx, file), key))
  const days = 'receipt' in checked ? checked.receipt.days : checked.statement.days
  const written = published ? await comparePublished(ctx, days) : undefined
  const result =
    'receipt' in checked ? receiptFacts(checked.receipt) : statementFacts(checked.statement)
  const roots = days.map(({ day, root }) => ({ day, root }))
  await ctx.output.result(
    { ...result, days: roots, compared: published, transaction: written?.transaction ?? null },
    (draw) => {
      const lines = dayLines(days, published, written)
      return 'receipt' in checked
        ? receiptText(draw, checked.receipt, lines)
        : statementText(draw, checked.statement, lines)
    },
  )
}

function receiptFacts({ head, charged, uncounted, machineKeys, records }: ReceiptSummary) {
  return {
    ...{ valid: true, instance_id: head.instance_id, machine_id: head.machine_id },
    ...{ micro_usd: head.micro_usd, credited_micro_usd: head.credited_micro_usd },
    ...{ final: head.final, at: head.at, key: head.key, machine_keys: machineKeys, records },
    ...{ running_s: charged.running, stopped_s: charged.stopped, unsigned_s: uncounted },
  }
}

function statementFacts({ head, transactions, withoutLines, balances }: StatementSummary) {
  return {
    ...{ valid: true, account_id: head.account_id, at: head.at, key: head.key },
    ...{ transactions, transactions_without_lines: withoutLines },
    balances: Object.fromEntries(balances),
  }
}

async function checkedFile(read: () => Promise<CheckedFile>): Promise<CheckedFile> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ReceiptProblem)
      throw new FailedError(`The receipt does not hold. ${error.message}`, { cause: error })
    throw error
  }
}

async function* piecesOf({ host }: Ctx, file: string): AsyncIterable<Uint8Array> {
  if (file === '-') {
    yield* host.localFiles.stdin()
    return
  }
  const path = Buffer.from(file)
  const found = await host.localFiles.find(path)
  if (found === undefined) throw new NotFoundError(`${file} does not exist.`)
  await using reader = await host.localFiles.read(path)
  for (let offset = 0; ; ) {
    const piece = await reader.read(offset, pieceBytes)
    if (piece.length === 0) return
    yield piece
    offset += piece.length
  }
}

/**
 * Compares the days with those of the server, which could show one root to a renter and publish another. Returns the first
 * day that commits to all of them and is written to a chain; `undefined`: none is.
 */
async function comparePublished(
  ctx: Ctx,
  days: readonly ReceiptProof[],
): Promise<PublishedDay | undefined> {
  const open = new Map(days.map(({ day, hash }) => [day, hash]))
  const last = days.at(-1)?.day
  let written: PublishedDay | undefined
  let newer: PublishedDay | undefined
  while (open.size > 0) {
    const query = newer === undefined ? {} : { before: newer.day }
    const page = await ctx.client.receipts.listDays({ query, signal: ctx.signal })
    if (page.days.length === 0)
      throw new FailedError(`The server does not publish ${[...open.keys()].join(', ')}.`)
    for (const day of page.days) {
      if (open.has(day.day) && open.get(day.day) !== day.hash)
        throw new FailedError(`The server publishes another root for ${day.day}.`)
      if (hashDay(day) !== day.hash || (newer !== undefined && newer.previous !== day.hash))
        throw new FailedError(`The days that the server publishes do not follow: ${day.day}.`)
      open.delete(day.day)
      if (day.transaction !== null && last !== undefined && day.day >= last) written = day
      newer = day
    }
  }
  return written
}

function receiptText(
  draw: Draw,
  summary: ReceiptSummary,
  days: readonly [string, string][],
): string {
  const { head, charged, uncounted, machineKeys } = summary
  const seconds = charged.running + charged.stopped
  const signedS = seconds - uncounted
  return draw.facts([
    ['Receipt', 'holds'],
    ['Instance', head.instance_id],
    ['Machine', head.machine_id],
    ['Charged', formatUsdExact(head.micro_usd)],
    ['Paid back', formatUsdExact(head.credited_micro_usd)],
    ['Seconds', `${charged.running} running, ${charged.stopped} stopped`],
    ['Signed by the machine', `${signedS} of ${seconds} s`],
    ['Records', String(summary.records)],
    ['State', head.final ? 'final' : `in progress at ${formatTime(head.at)}`],
    ...days,
    ['Key', head.key],
    ...machineKeys.map((key): [string, string] => ['Machine key', key]),
  ])
}

function statementText(
  draw: Draw,
  summary: StatementSummary,
  days: readonly [string, string][],
): string {
  const { head, transactions, withoutLines, balances } = summary
  const left =
    withoutLines === 0 ? '' : `, and the sums of ${withoutLines} before ${head.lines_from}`
  return draw.facts([
    ['Statement', 'holds'],
    ['Account', head.account_id],
    ['Transactions', `${transactions}${left}`],
    ...balances.map(([balance, microUsd]): [string, string] => [
      `Balance: ${balance.replaceAll('_', ' ')}`,
      formatUsdExact(microUsd),
    ]),
    ['Made', formatTime(head.at)],
    ...days,
    ['Key', head.key],
  ])
}

function dayLines(
  days: readonly ReceiptProof[],
  published: boolean,
  written: PublishedDay | undefined,
): [string, string][] {
  const lines: [string, string][] = [['Days', dayText(days, published)]]
  if (written?.transaction == null) return lines
  const { hash, chain_id, height } = written.transaction
  return [...lines, ['On chain', `${written.day}: ${hash} in block ${height} of chain ${chain_id}`]]
}

function dayText(days: readonly ReceiptProof[], published: boolean): string {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return 'none yet'
  const span = first.day === last.day ? first.day : `${first.day} to ${last.day}`
  return published ? `${span}, as published` : span
}

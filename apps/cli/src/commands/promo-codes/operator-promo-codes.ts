import type { PromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface CreateOptions {
  uses: number
  code?: string
  days?: number
  newAccounts?: number
  terms?: string
  anyMailbox?: boolean
}

const dayMs = 24 * 60 * 60 * 1_000

/** Adds `operator promo-codes`, which lists them, with what manages them below it. */
export function addOperatorPromoCodes(operator: Command, open: Open): void {
  const codes = operator
    .command('promo-codes')
    .summary('manage promo codes')
    .description('Manage promo codes. Without a subcommand, lists them.')
    .addHelpText('after', examples('operator promo-codes', 'operator promo-codes pause autumn-26'))
    .action((_options: object, command: Command) => showCodes(open(command)))
  addCreate(codes, open)
  for (const [name, summary, change] of changes)
    codes
      .command(name)
      .argument('<code>', 'code, ID, or end of an ID')
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
      .addHelpText('after', examples(`operator promo-codes ${name} autumn-26`))
      .action((wanted: string, _options: object, command: Command) => change(open(command), wanted))
}

function addCreate(codes: Command, open: Open): void {
  codes
    .command('create')
    .argument('<label>', 'label')
    .argument('<usd>', 'credit in US dollars, such as 20 or 0.50')
    .summary('create a promo code')
    .description('Create a promo code. Each account, and by default each mailbox, gets it once.')
    .requiredOption('--uses <n>', 'number of redemptions', wholeNumber('--uses', 1, 1_000_000))
    .option('--code <text>', 'custom code (default: random)')
    .option('--days <n>', 'days until it expires', wholeNumber('--days', 1, 3_650))
    .option(
      '--new-accounts <days>',
      'only for accounts that are at most so many days old',
      wholeNumber('--new-accounts', 1, 3_650),
    )
    .option('--terms <text>', 'terms that users see before they redeem it')
    .option('--any-mailbox', 'let one mailbox redeem it with several accounts')
    .addHelpText(
      'after',
      examples('operator promo-codes create "Autumn" 10 --uses 200 --code autumn-26 --days 30'),
    )
    .action((label: string, usd: string, options: CreateOptions, command: Command) =>
      createCode(open(command), { label, microUsd: parseUsd(usd, 'The credit'), options }),
    )
}

const changes = [
  ['pause', 'pause a promo code', pauseCode],
  ['resume', 'resume a paused promo code', resumeCode],
  ['revoke', 'revoke a promo code for good', revokeCode],
  ['redemptions', 'list the redemptions of a promo code', showRedemptions],
] as const

async function showCodes(ctx: Ctx): Promise<void> {
  const codes = await ctx.client.promoCodes.list({ signal: ctx.signal })
  await printList(ctx, codes, {
    empty: 'No promo codes. Create one: gridloom operator promo-codes create LABEL USD --uses N',
    columns,
  })
}

interface Creating {
  label: string
  microUsd: number
  options: CreateOptions
}

async function createCode(ctx: Ctx, { label, microUsd, options }: Creating): Promise<void> {
  const { days } = options
  const body = {
    label,
    amount_micro_usd: microUsd,
    uses_max: options.uses,
    terms: options.terms ?? '',
    new_accounts_days: options.newAccounts ?? null,
    once_per_mailbox: options.anyMailbox !== true,
    valid_until:
      days === undefined ? null : new Date(ctx.host.nowMs() + days * dayMs).toISOString(),
    ...(options.code === undefined ? {} : { code: options.code }),
  }
  const made = await ctx.client.promoCodes.create({ body, signal: ctx.signal })
  await ctx.output.result(made, () => made.code)
}

async function pauseCode(ctx: Ctx, wanted: string): Promise<void> {
  await setPaused(ctx, wanted, { paused: true })
}

async function resumeCode(ctx: Ctx, wanted: string): Promise<void> {
  await setPaused(ctx, wanted, { paused: false })
}

async function setPaused(ctx: Ctx, wanted: string, body: { paused: boolean }): Promise<void> {
  const { id } = await findCode(ctx, wanted)
  const { signal } = ctx
  const changed = await ctx.client.promoCodes.change({ params: { id }, body, signal })
  await ctx.output.result(changed, () => `${changed.code}: ${stateWord(changed)}.`)
}

async function revokeCode(ctx: Ctx, wanted: string): Promise<void> {
  const { id } = await findCode(ctx, wanted)
  const revoked = await ctx.client.promoCodes.revoke({ params: { id }, signal: ctx.signal })
  await ctx.output.result(revoked, () => `Revoked ${revoked.code}.`)
}

async function showRedemptions(ctx: Ctx, wanted: string): Promise<void> {
  const { id } = await findCode(ctx, wanted)
  const { redemptions } = await ctx.client.promoCodes.redemptions({
    params: { id },
    query: { page_size: 100 },
    signal: ctx.signal,
  })
  await printList(ctx, redemptions, {
    empty: 'Not redeemed yet.',
    columns: [
      { title: 'ACCOUNT', cell: ({ email, account_id }) => email ?? shortId(account_id) },
      { title: 'CREDIT', align: 'right', cell: ({ micro_usd }) => formatUsd(micro_usd) },
      { title: 'AT', cell: ({ at }) => formatTime(at) },
    ],
  })
}

async function findCode(ctx: Ctx, wanted: string): Promise<PromoCode> {
  const codes = await ctx.client.promoCodes.list({ signal: ctx.signal })
  const found = codes.find(
    ({ code, id }) => code === wanted.toLowerCase() || id === wanted || shortId(id) === wanted,
  )
  if (found === undefined) throw new NotFoundError(`Promo code "${wanted}" not found.`)
  return found
}

const columns: ListColumn<PromoCode>[] = [
  { title: 'CODE', cell: ({ code }) => ({ text: code, tone: 'strong' }) },
  { title: 'LABEL', cutTo: 20, dropRank: 2, cell: ({ label }) => label },
  { title: 'STATE', cell: stateWord },
  { title: 'CREDIT', align: 'right', cell: ({ amount_micro_usd: amount }) => formatUsd(amount) },
  { title: 'USES', align: 'right', cell: ({ uses, uses_max }) => `${uses}/${uses_max}` },
  { title: 'GIVEN', align: 'right', cell: ({ given_micro_usd: given }) => formatUsd(given) },
  { title: 'EXPIRES', dropRank: 1, cell: ({ valid_until: at }) => formatTime(at) },
]

function stateWord({ state }: PromoCode): string {
  return state.replace('_', ' ')
}

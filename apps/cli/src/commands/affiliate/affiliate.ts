import type {
  AffiliatePayout,
  Referral,
  StatsBy,
  StatsRow,
} from '@gridloom/contract/affiliate/affiliate'
import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface LinkOptions {
  to?: string
  campaign?: string
  subId?: string
}

interface StatsOptions {
  by?: StatsBy
  from?: string
  to?: string
}

/** Adds `affiliate`: the referral link, its figures, and who came by it. */
export function addAffiliate(program: Command, open: Open): void {
  const affiliate = program
    .command('affiliate')
    .summary('your referral link and its commission')
    .description('Your referral link, its clicks and sign-ups, and the commission on them.')
    .addHelpText('after', examples('affiliate status', 'affiliate stats --by campaign'))
  affiliate
    .command('status')
    .summary('show the link and the totals')
    .description('Show your referral link, what it led to, and the commission.')
    .addHelpText('after', examples('affiliate status', 'affiliate status --json'))
    .action((_options: object, command: Command) => showStatus(open(command)))
  addLink(affiliate, open)
  addStats(affiliate, open)
  affiliate
    .command('referrals')
    .summary('list referrals')
    .description('List the accounts that you referred, newest first, without personal data.')
    .addHelpText('after', examples('affiliate referrals'))
    .action((_options: object, command: Command) => listReferrals(open(command)))
  affiliate
    .command('payouts')
    .summary('list paid commission')
    .description('List commission that was moved to your rewards, newest first.')
    .addHelpText('after', examples('affiliate payouts'))
    .action((_options: object, command: Command) => listPayouts(open(command)))
  affiliate
    .command('appeal')
    .argument('<number>', 'number of the referral', wholeNumber('number', 1, 2_147_483_647))
    .requiredOption('--text <text>', 'why it should count')
    .summary('answer the review of a referral, once')
    .description('Say why a referral that is under review or rejected should count, once.')
    .addHelpText('after', examples('affiliate appeal 3 --text "We share a flat, not an account"'))
    .action((number: number, { text }: { text: string }, command: Command) =>
      appeal(open(command), { number, text }),
    )
  affiliate
    .command('code')
    .argument('<code>', '4 to 32 letters, digits or -')
    .summary('choose your code, once')
    .description('Choose your referral code, once. Links with the earlier code keep working.')
    .addHelpText('after', examples('affiliate code ada-lovelace'))
    .action((code: string, _options: object, command: Command) => chooseCode(open(command), code))
}

function addLink(affiliate: Command, open: Open): void {
  affiliate
    .command('link')
    .summary('print a link to any page')
    .description('Print your referral link, to any page and with names to tell links apart.')
    .option('--to <path>', 'page to open, such as /prices')
    .option('--campaign <name>', 'campaign')
    .option('--sub-id <name>', 'part of the campaign')
    .addHelpText('after', examples('affiliate link --to /prices --campaign newsletter'))
    .action((options: LinkOptions, command: Command) => printLink(open(command), options))
}

function addStats(affiliate: Command, open: Open): void {
  affiliate
    .command('stats')
    .summary('show clicks, sign-ups and commission')
    .description('Show figures of the last 30 days, by day or by a name of the links.')
    .option(
      '--by <key>',
      'day, page, campaign, source or sub_id (default: day)',
      oneOf('--by', ['day', 'page', 'campaign', 'source', 'sub_id']),
    )
    .option('--from <day>', 'first UTC day, such as 2026-11-01')
    .option('--to <day>', 'last UTC day')
    .addHelpText('after', examples('affiliate stats --by campaign', 'affiliate stats --json'))
    .action((options: StatsOptions, command: Command) => showStats(open(command), options))
}

async function showStatus(ctx: Ctx): Promise<void> {
  const status = await ctx.client.affiliate.status({ signal: ctx.signal })
  const { link, totals } = status
  await ctx.output.result(status, () =>
    [
      link,
      `${totals.clicks} clicks, ${totals.sign_ups} sign-ups, ${totals.activated} paying, who spent ${formatUsd(totals.spent_micro_usd)}`,
      `Commission: ${formatUsd(status.pending_micro_usd)} pending, ${formatUsd(status.claimable_micro_usd)} claimable, ${formatUsd(status.claimed_micro_usd)} claimed`,
    ].join('\n'),
  )
}

async function printLink(ctx: Ctx, { to, campaign, subId }: LinkOptions): Promise<void> {
  const url = new URL((await ctx.client.affiliate.status({ signal: ctx.signal })).link)
  if (to !== undefined) url.searchParams.set('to', to)
  if (campaign !== undefined) url.searchParams.set('campaign', campaign)
  if (subId !== undefined) url.searchParams.set('sub_id', subId)
  await ctx.output.result({ link: url.href }, () => url.href)
}

async function showStats(ctx: Ctx, { by = 'day', from, to }: StatsOptions): Promise<void> {
  const query = { by, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const { rows } = await ctx.client.affiliate.stats({ query, signal: ctx.signal })
  await printList(ctx, rows, { empty: 'No clicks in these days.', columns: statsColumns })
}

async function listReferrals(ctx: Ctx): Promise<void> {
  const query = { page_size: 100 }
  const { referrals } = await ctx.client.affiliate.referrals({ query, signal: ctx.signal })
  await printList(ctx, referrals, { empty: 'No referrals yet.', columns: referralColumns })
}

async function listPayouts(ctx: Ctx): Promise<void> {
  const query = { page_size: 100 }
  const { payouts } = await ctx.client.affiliate.payouts({ query, signal: ctx.signal })
  await printList(ctx, payouts, { empty: 'No commission was paid yet.', columns: payoutColumns })
}

async function appeal(ctx: Ctx, { number, text }: { number: number; text: string }): Promise<void> {
  const referral = await ctx.client.affiliate.appeal({
    ...{ params: { number }, body: { text }, signal: ctx.signal },
  })
  await ctx.output.result(referral, () => `Your appeal of referral ${referral.number} is stored.`)
}

async function chooseCode(ctx: Ctx, code: string): Promise<void> {
  const status = await ctx.client.affiliate.chooseCode({ body: { code }, signal: ctx.signal })
  await ctx.output.result(status, () => status.link)
}

const statsColumns: ListColumn<StatsRow>[] = [
  { title: 'NAME', cutTo: 40, cell: ({ key }) => (key === '' ? '-' : key) },
  { title: 'CLICKS', align: 'right', cell: ({ clicks }) => String(clicks) },
  { title: 'SIGN-UPS', align: 'right', cell: ({ sign_ups }) => String(sign_ups) },
  { title: 'PAYING', align: 'right', cell: ({ activated }) => String(activated) },
  { title: 'SPENT', align: 'right', cell: (row) => formatUsdExact(row.spent_micro_usd) },
  { title: 'COMMISSION', align: 'right', cell: (row) => formatUsdExact(row.commission_micro_usd) },
]

const payoutColumns: ListColumn<AffiliatePayout>[] = [
  { title: 'DATE', cell: ({ at }) => formatTime(at) },
  { title: 'FOR', cell: ({ text }) => text },
  { title: 'STATE', cell: (row) => (row.claimed_at === null ? 'claimable' : 'claimed') },
  { title: 'AMOUNT', align: 'right', cell: ({ micro_usd }) => formatUsdExact(micro_usd) },
]

const referralColumns: ListColumn<Referral>[] = [
  { title: 'NO', align: 'right', cell: ({ number }) => String(number) },
  { title: 'JOINED', cell: ({ month }) => month },
  { title: 'BY', cell: ({ by }) => by },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'COMMISSION', align: 'right', cell: (row) => formatUsdExact(row.commission_micro_usd) },
]

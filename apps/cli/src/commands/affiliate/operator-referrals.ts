import type {
  AffiliateTerms,
  ReferralState,
  ReviewedReferral,
} from '@gridloom/contract/affiliate/affiliate'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

/** Adds `operator referrals`: those under review, and deciding on them. */
export function addOperatorReferrals(operator: Command, open: Open): void {
  const referrals = operator
    .command('referrals')
    .summary('review referrals of affiliates')
    .description('Review referrals. Without a subcommand, lists those under review.')
    .option(
      '--state <state>',
      'held, active or rejected (default: held)',
      oneOf('--state', ['held', 'active', 'rejected']),
    )
    .addHelpText('after', examples('operator referrals', 'operator referrals --state rejected'))
    .action(({ state = 'held' }: { state?: ReferralState }, command: Command) =>
      listForReview(open(command), state),
    )
  addShow(referrals, open)
  for (const decision of ['release', 'reject'] as const)
    referrals
      .command(decision)
      .argument('<id>', 'ID, or end of an ID')
      .summary(`${decision} a referral`)
      .description(
        decision === 'release'
          ? 'Release a referral: its commission is paid like any other.'
          : 'Reject a referral: its commission is not paid.',
      )
      .requiredOption('--reason <text>', 'the reason, for your records')
      .addHelpText('after', examples(`operator referrals ${decision} 1a2b3c4d --reason "Checked"`))
      .action((id: string, { reason }: { reason: string }, command: Command) =>
        decide(open(command), { id, decision, reason }),
      )
}

function addShow(referrals: Command, open: Open): void {
  referrals
    .command('show')
    .argument('<id>', 'ID, or end of an ID')
    .summary('show the evidence and the appeal of a referral')
    .description('Show what rules found about a referral, and what the affiliate answers.')
    .addHelpText('after', examples('operator referrals show 1a2b3c4d'))
    .action((id: string, _options: object, command: Command) => showReferral(open(command), id))
}

async function showReferral(ctx: Ctx, wanted: string): Promise<void> {
  const referral = await findReferral(ctx, wanted)
  await ctx.output.result(referral, () =>
    [
      `Referral ${shortId(referral.id)}: ${referral.state}`,
      ...referral.signals.map(({ rule, points, evidence }) => `${rule} (${points}): ${evidence}`),
      ...(referral.appeal_text === null ? [] : [`Appeal: ${referral.appeal_text}`]),
      ...(referral.decision_text === null ? [] : [`Decision: ${referral.decision_text}`]),
    ].join('\n'),
  )
}

/** Each term with its option; shares are in basis points, as everywhere. */
const terms = {
  compute_basis_points: 'share of the fee on instances, in basis points',
  rendering_basis_points: 'share of the fee on renders',
  models_basis_points: 'share of the fee on models',
  storage_basis_points: 'share of storage charges',
  months: 'months for which a referral earns',
  holding_days: 'days for which commission is pending',
  minimum_micro_usd: 'amount from which it is paid',
  second_level_basis_points: 'second level, of the share of the first one; 0 is off',
  beta_accounts_per_month: 'referrals of an affiliate that get access, a month; 0 is off',
} as const satisfies Record<keyof AffiliateTerms, string>

/** Named cast: the keys of the table are the terms. */
const termNames = Object.keys(terms) as (keyof AffiliateTerms)[]

/** Adds `operator affiliate-terms`: showing and changing them. */
export function addAffiliateTerms(operator: Command, open: Open): void {
  const command = operator
    .command('affiliate-terms')
    .summary('show or change the affiliate terms')
    .description('Show the terms of the affiliate programme, or change those that are given.')
    .addHelpText(
      'after',
      examples('operator affiliate-terms', 'operator affiliate-terms --holding-days 30'),
    )
    .action((options: Record<string, number>, command: Command) =>
      changeTerms(open(command), options),
    )
  for (const name of termNames) {
    const flag = `--${name.replaceAll('_', '-')}`
    command.option(`${flag} <number>`, terms[name], wholeNumber(flag, 0, 1_000_000_000))
  }
}

async function changeTerms(ctx: Ctx, options: Record<string, number>): Promise<void> {
  const given = termNames.flatMap((name) => {
    const value = options[name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())]
    return value === undefined ? [] : [[name, value] as const]
  })
  const { signal } = ctx
  const now =
    given.length === 0
      ? await ctx.client.affiliate.terms({ signal })
      : await ctx.client.affiliate.changeTerms({ body: Object.fromEntries(given), signal })
  await ctx.output.result(now, () => termNames.map((name) => `${name}: ${now[name]}`).join('\n'))
}

async function listForReview(ctx: Ctx, state: ReferralState): Promise<void> {
  const query = { state, page_size: 100 }
  const { referrals } = await ctx.client.affiliate.review({ query, signal: ctx.signal })
  await printList(ctx, referrals, { empty: 'No referrals.', columns })
}

async function decide(
  ctx: Ctx,
  { id: wanted, ...body }: { id: string; decision: 'release' | 'reject'; reason: string },
): Promise<void> {
  const { id } = await findReferral(ctx, wanted)
  const decided = await ctx.client.affiliate.decide({ params: { id }, body, signal: ctx.signal })
  await ctx.output.result(decided, () => `Referral ${shortId(id)} is ${decided.state} now.`)
}

async function findReferral(ctx: Ctx, wanted: string): Promise<ReviewedReferral> {
  for (const state of ['held', 'active', 'rejected'] as const) {
    const query = { state, page_size: 100 }
    const { referrals } = await ctx.client.affiliate.review({ query, signal: ctx.signal })
    const found = referrals.find(({ id }) => id === wanted || id.endsWith(wanted))
    if (found !== undefined) return found
  }
  throw new NotFoundError(`No referral ${wanted}.`)
}

const columns: ListColumn<ReviewedReferral>[] = [
  { title: 'ID', cell: ({ id }) => shortId(id) },
  { title: 'JOINED', cell: ({ joined_at }) => formatTime(joined_at) },
  { title: 'AFFILIATE', cell: (row) => row.affiliate_email ?? row.affiliate_account_id },
  { title: 'REFERRED', cell: (row) => row.referred_email ?? row.referred_account_id },
  { title: 'REASON', cell: ({ held_reason }) => held_reason ?? '-' },
  { title: 'APPEAL', cell: ({ appealed_at }) => (appealed_at === null ? '-' : 'yes') },
  { title: 'COMMISSION', align: 'right', cell: (row) => formatUsdExact(row.commission_micro_usd) },
]

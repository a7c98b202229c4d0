import type { ReferralState, ReviewedReferral } from '@gridloom/contract/affiliate/affiliate'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
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
  { title: 'COMMISSION', align: 'right', cell: (row) => formatUsdExact(row.commission_micro_usd) },
]

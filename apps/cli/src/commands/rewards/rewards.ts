import type { ClaimTarget, RewardEntry, RewardKind } from '@gridloom/contract/rewards/reward'
import { formatUsd, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

interface ListOptions {
  kind?: RewardKind
  limit?: number
}

/** Adds `rewards`: what the account got beyond rent. */
export function addRewards(program: Command, open: Open): void {
  const rewards = program
    .command('rewards')
    .summary('list and claim rewards')
    .description('List rewards, promotions and credits for failed delivery, and claim rewards.')
    .addHelpText('after', examples('rewards list', 'rewards claim'))
  rewards
    .command('list')
    .summary('list rewards')
    .description('List rewards, promotions and service credits, newest first.')
    .option(
      '--kind <kind>',
      'promotion, credit or reward',
      oneOf('--kind', ['promotion', 'credit', 'reward']),
    )
    .option('--limit <n>', 'entries (default: 50)', wholeNumber('--limit', 1, 1_000))
    .addHelpText('after', examples('rewards list --kind reward', 'rewards list --json'))
    .action((options: ListOptions, command: Command) => listRewards(open(command), options))
  rewards
    .command('claim')
    .summary('claim rewards')
    .description(
      'Move claimable rewards to your balance, or to the earnings that are paid out. Needs a sign-in, not an API key.',
    )
    .option(
      '--to <where>',
      'balance or payouts (default: balance)',
      oneOf('--to', ['balance', 'payouts']),
    )
    .addHelpText('after', examples('rewards claim', 'rewards claim --to payouts'))
    .action((options: { to?: ClaimTarget }, command: Command) =>
      claimRewards(open(command), options.to ?? 'balance'),
    )
}

async function listRewards(ctx: Ctx, { kind, limit = 50 }: ListOptions): Promise<void> {
  const query = { limit, ...(kind === undefined ? {} : { kind }) }
  const { entries, totals } = await ctx.client.rewards.list({ query, signal: ctx.signal })
  await printList(ctx, entries, { empty: 'No rewards yet.', columns })
  if (totals.claimable_micro_usd > 0)
    ctx.output.note(`Claimable: ${formatUsd(totals.claimable_micro_usd)}. gridloom rewards claim`)
}

async function claimRewards(ctx: Ctx, to: ClaimTarget): Promise<void> {
  const claimed = await ctx.client.rewards.claim({ body: { to }, signal: ctx.signal })
  const next = to === 'payouts' ? ' Payable now: gridloom payouts request' : ''
  await ctx.output.result(
    claimed,
    () => `Reward claimed successfully: ${formatUsdExact(claimed.micro_usd)}.${next}`,
  )
}

const columns: ListColumn<RewardEntry>[] = [
  { title: 'TIME', cell: ({ at }) => formatTime(at) },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'AMOUNT', align: 'right', cell: ({ micro_usd }) => formatUsdExact(micro_usd) },
  { title: 'DESCRIPTION', cutTo: 40, cell: ({ text }) => text },
]

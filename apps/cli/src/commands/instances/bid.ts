import { formatUsdExact } from '@gridloom/domain/money-format'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { instanceName } from './wait-for-instance.ts'

interface BidOptions {
  onDemand?: boolean
  resume?: boolean
}

/** Adds `bid`: shows or changes the bid of an interruptible instance. */
export function addBid(program: Command, open: Open): void {
  program
    .command('bid')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('[usd]', 'new bid: the most that a slot may cost per hour')
    .summary('show or change the bid of an interruptible instance')
    .description(
      'Show the bid of an interruptible instance, or change it while it is stopped. It starts again by itself ' +
        'when its bid wins slots after an interruption.',
    )
    .option('--on-demand', 'run it on demand from its next start on, at the price of now')
    .option('--resume', 'start it again by itself after an interruption')
    .addOption(
      new Option('--no-resume', 'leave it stopped after an interruption').default(undefined),
    )
    .addHelpText('after', examples('bid trial', 'bid trial 0.15', 'bid trial --on-demand'))
    .action((wanted: string, usd: string | undefined, options: BidOptions, command: Command) =>
      bid(open(command), wanted, { usd, ...options }),
    )
}

async function bid(
  ctx: Ctx,
  wanted: string,
  { usd, onDemand, resume }: BidOptions & { usd: string | undefined },
): Promise<void> {
  if (usd !== undefined && onDemand) throw new UsageError('Give either a bid or --on-demand.')
  const before = await findInstance(ctx, wanted)
  const price = usd === undefined ? undefined : parseUsd(usd, 'The bid')
  const body = { bid_micro_usd_per_hour: onDemand ? null : price, resumes: resume }
  const isChange = body.bid_micro_usd_per_hour !== undefined || resume !== undefined
  const instance = isChange
    ? await ctx.client.instances.change({ params: { id: before.id }, body, signal: ctx.signal })
    : before
  await ctx.output.result(instance, () => {
    const name = instanceName(instance)
    if (instance.bid === null) return `${name} is on demand.`
    const { max_micro_usd_per_hour: most, paid_micro_usd_per_hour: paid, resumes } = instance.bid
    const after = resumes ? 'starts again by itself' : 'stays stopped'
    return `${name} bids ${formatUsdExact(most)}/h for a slot and pays ${formatUsdExact(paid)}/h. It ${after} after an interruption.`
  })
}

import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

interface StripeOptions {
  open?: boolean
  country?: string
  remove?: boolean
}

export function addPayoutStripe(payouts: Command, open: Open): void {
  payouts
    .command('stripe')
    .summary('show or set up the Stripe account of payouts')
    .description('Show the Stripe account of payouts, or print the address of a page to set it up.')
    .option('--open', 'print the address of a page at Stripe: to set it up, or to manage it')
    .option('--country <code>', 'where you live, two letters: the first time')
    .option('--remove', 'disconnect the Stripe account')
    .addHelpText('after', examples('payouts stripe', 'payouts stripe --open --country DE'))
    .action((options: StripeOptions, command: Command) => stripe(open(command), options))
}

async function stripe(ctx: Ctx, { open, country, remove }: StripeOptions): Promise<void> {
  const { signal } = ctx
  const { payouts } = ctx.client
  if (open === true && remove === true) throw new UsageError('Give --open or --remove, not both.')
  if (country !== undefined && open !== true) throw new UsageError('Give --country with --open.')
  if (remove === true) return show(ctx, await payouts.removeStripeAccount({ signal }))
  if (open !== true) return show(ctx, await payouts.stripeAccount({ signal }))
  const body = { country: country?.toUpperCase() ?? null }
  const page = await payouts.openStripe({ body, signal })
  await ctx.output.result(page, () => page.url)
}

async function show(ctx: Ctx, view: StripeAccount): Promise<void> {
  const { account, countries } = view
  if (countries.length === 0) ctx.output.note('Payouts by Stripe are not set up here.')
  const facts: [string, string][] =
    account === null
      ? [
          ['Stripe account', 'none'],
          ['Countries', countries.join(', ')],
        ]
      : [
          ['State', account.state],
          ['Country', account.country],
          ...(account.disabled_reason === null
            ? []
            : [['Reason', account.disabled_reason] satisfies [string, string]]),
          [
            'In effect',
            account.effective_at === null ? 'no' : `from ${formatTime(account.effective_at)}`,
          ],
        ]
  await ctx.output.result(view, (draw) => draw.facts(facts))
}

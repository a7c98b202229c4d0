import type { PromoTerms } from '@gridloom/contract/promo-codes/promo-code'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

/** Adds `promo`: promotional credit. */
export function addPromo(program: Command, open: Open): void {
  const promo = program
    .command('promo')
    .summary('redeem promo codes')
    .description('Redeem promo codes. Their credit is spent last and cannot be transferred.')
    .addHelpText('after', examples('promo redeem autumn-26'))
  promo
    .command('redeem')
    .argument('<code>', 'promo code')
    .summary('redeem a promo code')
    .description('Show the terms of a promo code, and redeem it. Needs a sign-in, not an API key.')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('promo redeem autumn-26', 'promo redeem autumn-26 --yes'))
    .action((code: string, { yes }: { yes?: boolean }, command: Command) =>
      redeem(open(command), { code, confirmed: yes === true ? 'yes' : 'ask' }),
    )
}

interface Redeeming {
  code: string
  confirmed: 'yes' | 'ask'
}

async function redeem(ctx: Ctx, { code, confirmed }: Redeeming): Promise<void> {
  const { signal } = ctx
  const terms = await ctx.client.promoCodes.check({ body: { code }, signal })
  for (const line of termLines(terms)) ctx.output.note(line)
  if (confirmed === 'ask') {
    if (!ctx.host.interactive || ctx.output.format === 'json')
      throw new UsageError('Add --yes to accept the terms and redeem the code.')
    const message = `Add ${formatUsd(terms.amount_micro_usd)} to your balance?`
    if ((await ctx.host.prompts.confirm({ message })) === 'no')
      throw new CancelledError('Aborted. Nothing was redeemed.')
  }
  const redeemed = await ctx.client.promoCodes.redeem({ body: { code }, signal })
  await ctx.output.result(redeemed, () => `Added ${formatUsd(redeemed.micro_usd)} of credit.`)
}

function termLines({ amount_micro_usd, terms, valid_until }: PromoTerms): string[] {
  return [
    `Credit: ${formatUsd(amount_micro_usd)}. It is spent last and cannot be transferred or paid out.`,
    ...(valid_until === null ? [] : [`Valid until ${formatTime(valid_until)}.`]),
    ...(terms === '' ? [] : [terms]),
  ]
}

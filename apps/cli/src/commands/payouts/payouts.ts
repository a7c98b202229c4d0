import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addPayoutAddress } from './address.ts'
import { addPayoutBankAccount } from './bank-account.ts'
import { addCancelPayout } from './cancel.ts'
import { addListPayouts } from './list.ts'
import { addRequestPayout } from './request.ts'
import { addPayoutSettings } from './settings.ts'
import { addPayoutStripe } from './stripe.ts'

/** Adds `payouts`: earnings that are paid to a wallet, a bank account, or by Stripe. */
export function addPayouts(program: Command, open: Open): void {
  const payouts = program
    .command('payouts')
    .summary('have earnings paid to a wallet or bank account')
    .description(
      'Have earnings paid to a wallet, a bank account or by Stripe, where the server does.',
    )
    .addHelpText(
      'after',
      examples('payouts list', 'payouts request 50', 'payouts settings --weekly --threshold 100'),
    )
  for (const add of [
    addListPayouts,
    addRequestPayout,
    addCancelPayout,
    addPayoutSettings,
    addPayoutAddress,
    addPayoutBankAccount,
    addPayoutStripe,
  ])
    add(payouts, open)
}

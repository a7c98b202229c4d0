import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addDepositAddress } from './address.ts'
import { addGasless } from './gasless.ts'
import { addListDeposits } from './list.ts'

/** Adds `deposits`: stablecoins that are paid in on chains. */
export function addDeposits(program: Command, open: Open): void {
  const deposits = program
    .command('deposits')
    .summary('deposit stablecoins')
    .description('Show the address to send stablecoins to, and follow deposits.')
    .addHelpText('after', examples('deposits address', 'deposits list'))
  addListDeposits(deposits, open)
  addDepositAddress(deposits, open)
  addGasless(deposits, open)
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCredit } from './credit.ts'
import { addSettings } from './settings.ts'

/** What only the operator's account may do. */
export function addOperator(program: Command, open: Open): void {
  const operator = program
    .command('operator')
    .summary('for the operator of a server')
    .description("For the operator's account: credit and settings.")
    .addHelpText('after', examples('operator credit ada@example.com 20', 'operator settings'))
  addCredit(operator, open)
  addSettings(operator, open)
}

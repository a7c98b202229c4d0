import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCredits } from './credits.ts'
import { addMarketCommands, addSetMachine } from './market.ts'
import { addMeasure } from './measure.ts'
import { addPrepare } from './prepare.ts'
import { addPrice } from './price.ts'
import { printMachines } from './print-machines.ts'
import { addRemoveMachine } from './remove.ts'
import { addRename } from './rename.ts'
import { addMachineReservations } from './reservations.ts'
import { addSuggest } from './suggest.ts'
import { addToken } from './token.ts'

/** Adds `machines`; without a subcommand it lists the provider's machines. */
export function addMachines(program: Command, open: Open): void {
  const machines = program
    .command('machines')
    .summary('manage the machines you host')
    .description('Manage the machines you host. Without a subcommand, lists them.')
    .addHelpText(
      'after',
      examples(
        'machines',
        'machines token',
        'machines price tower --cpu-slot 0.02 --memory-gib 0.002',
        'machines list tower',
      ),
    )
    .action((_options: object, command: Command) => printMachines(open(command)))
  addToken(machines, open)
  addPrice(machines, open)
  addSuggest(machines, open)
  addMarketCommands(machines, open)
  addSetMachine(machines, open)
  addPrepare(machines, open)
  addRename(machines, open)
  addMeasure(machines, open)
  addCredits(machines, open)
  addMachineReservations(machines, open)
  addRemoveMachine(machines, open)
}

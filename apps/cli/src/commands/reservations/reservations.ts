import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCancelReservation } from './cancel.ts'
import { addCreateReservation } from './create.ts'
import { addListReservations } from './list.ts'
import { addSetReservation } from './set.ts'
import { addShowReservation } from './show.ts'

/** Adds `reservations`: slots that are paid for in advance. */
export function addReservations(program: Command, open: Open): void {
  const reservations = program
    .command('reservations')
    .summary('reserve slots for days')
    .description(
      'Reserve slots of an offer for 1 to 90 days at a discount. Use them with gridloom rent --reservation.',
    )
    .addHelpText(
      'after',
      examples(
        'reservations create tower --slots 2 --days 30',
        'rent tower --reservation 8hjkmnpq --template debian',
        'reservations list',
        'reservations cancel 8hjkmnpq',
      ),
    )
  for (const add of [
    addListReservations,
    addShowReservation,
    addCreateReservation,
    addSetReservation,
    addCancelReservation,
  ])
    add(reservations, open)
}

import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addCreateAutoOrder } from './create.ts'
import { addListAutoOrders } from './list.ts'
import { addSetAutoOrder } from './set.ts'
import { addShowAutoOrder } from './show.ts'
import { addAutoOrderStates } from './states.ts'

/** Adds `auto-orders`: searches that rent what matches. */
export function addAutoOrders(program: Command, open: Open): void {
  const autoOrders = program
    .command('auto-orders')
    .summary('rent offers when they appear at your price')
    .description(
      'Rent instances automatically: when an offer matches a query at your price or below, it is rented. Limits say how many, until when, and for how much in all.',
    )
    .addHelpText(
      'after',
      examples(
        'auto-orders create cheap-4090 --query "gpu:4090 region:EU" --max-price 0.30 --template debian',
        'auto-orders list',
        'auto-orders pause cheap-4090',
      ),
    )
  for (const add of [
    addListAutoOrders,
    addShowAutoOrder,
    addCreateAutoOrder,
    addSetAutoOrder,
    addAutoOrderStates,
  ])
    add(autoOrders, open)
}

import { ReservationEnd } from '@gridloom/contract/reservations/reservation'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { findReservation } from '../../resolve/find-reservation.ts'

export function addSetReservation(reservations: Command, open: Open): void {
  reservations
    .command('set')
    .argument('<reservation>', 'ID, start or end of an ID, or machine name')
    .summary('choose what happens at the end')
    .description('Choose whether running instances stop or continue on demand at the end.')
    .requiredOption(
      '--at-end <action>',
      `what running instances do: ${ReservationEnd.options.join(', ')}`,
      oneOf('--at-end', ReservationEnd.options),
    )
    .addHelpText('after', examples('reservations set 8hjkmnpq --at-end continue'))
    .action(async (wanted: string, { atEnd }: { atEnd: ReservationEnd }, command: Command) => {
      const ctx = open(command)
      const { id } = await findReservation(ctx, wanted)
      const reservation = await ctx.client.reservations.change({
        params: { id },
        body: { at_end: atEnd },
        signal: ctx.signal,
      })
      await ctx.output.result(reservation, () =>
        atEnd === 'stop'
          ? 'Running instances will stop at the end.'
          : 'Running instances will continue on demand at the end.',
      )
    })
}

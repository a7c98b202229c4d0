import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findReservation } from '../../resolve/find-reservation.ts'

export function addCancelReservation(reservations: Command, open: Open): void {
  reservations
    .command('cancel')
    .argument('<reservation>', 'ID, start or end of an ID, or machine name')
    .summary('end a reservation now')
    .description(
      'End a reservation now. The days so far are priced at the discount of their number, and the rest is returned.',
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', examples('reservations cancel 8hjkmnpq'))
    .action(async (wanted: string, { yes }: { yes?: boolean }, command: Command) => {
      const ctx = open(command)
      const { id, machine_name: machine, refund_now_micro_usd } = await findReservation(ctx, wanted)
      const refund = formatUsdExact(refund_now_micro_usd ?? 0)
      if (!yes) {
        if (!ctx.host.interactive || ctx.output.format === 'json')
          throw new UsageError(`This returns ${refund}. Add --yes to skip the confirmation.`)
        const message = `End the reservation on ${machine}? ${refund} will be returned.`
        if ((await ctx.host.prompts.confirm({ message })) === 'no')
          throw new CancelledError('Aborted. Nothing was ended.')
      }
      const { signal } = ctx
      const ended = await ctx.client.reservations.cancel({ params: { id }, signal })
      await ctx.output.result(
        ended,
        () =>
          `The reservation on ${machine} ended. Refunded in all: ${formatUsdExact(ended.refunded_micro_usd)}.`,
      )
    })
}

import { limits } from '@gridloom/contract/core/constants'
import { reservationDaysMax } from '@gridloom/contract/machines/reservation-terms'
import { ReservationEnd, type ReservationQuote } from '@gridloom/contract/reservations/reservation'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { findOffer } from '../../resolve/find-offer.ts'

interface CreateOptions {
  days: number
  slots?: number
  atEnd?: ReservationEnd
  yes?: boolean
}

export function addCreateReservation(reservations: Command, open: Open): void {
  reservations
    .command('create')
    .argument('<offer>', 'offer ID or machine name')
    .summary('reserve slots from now on')
    .description(
      'Reserve slots of an offer from now on. The price of all days is put on hold at once and charged day by day, whether the slots are used or not.',
    )
    .requiredOption('--days <n>', 'how long', wholeNumber('--days', 1, reservationDaysMax))
    .option('--slots <n>', 'slots', wholeNumber('--slots', 1, limits.slotsPerInstance))
    .option(
      '--at-end <action>',
      `what running instances do at the end: ${ReservationEnd.options.join(', ')} on demand`,
      oneOf('--at-end', ReservationEnd.options),
    )
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText(
      'after',
      examples(
        'reservations create tower --days 7',
        'reservations create 8hjkmnpq --slots 2 --days 30 --at-end continue --yes',
      ),
    )
    .action((offer: string, options: CreateOptions, command: Command) =>
      create(open(command), offer, options),
    )
}

async function create(ctx: Ctx, wanted: string, options: CreateOptions): Promise<void> {
  const { id: offer_id } = await findOffer(ctx, wanted)
  const { days, slots = 1, atEnd: at_end } = options
  const { signal } = ctx
  const quote = await ctx.client.reservations.quote({ query: { offer_id, slots, days }, signal })
  await agreeTo(ctx, quote, options)
  const total_micro_usd_max = quote.total_micro_usd
  const reservation = await ctx.client.reservations.create({
    body: { offer_id, slots, days, at_end, total_micro_usd_max },
    signal,
  })
  await ctx.output.result(reservation, () => {
    const id = shortId(reservation.id)
    return `Reserved ${reservation.id}. Use it: gridloom rent ${offer_id} --reservation ${id}`
  })
}

async function agreeTo(ctx: Ctx, quote: ReservationQuote, { yes }: CreateOptions): Promise<void> {
  if (yes) return
  const total = formatUsdExact(quote.total_micro_usd)
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This costs ${total}. Add --yes to skip the confirmation.`)
  await ctx.output.result(quote, (draw) =>
    draw.facts([
      ['Price', `${formatPerHour(quote.slot_micro_usd_per_hour)} a slot`],
      ['On demand', formatUsdExact(quote.on_demand_micro_usd)],
      ['Discount', `${quote.discount_basis_points / 100} %`],
      ['Total', total],
      ['Balance', formatUsdExact(quote.available_micro_usd)],
    ]),
  )
  const message = `Put ${total} on hold and reserve?`
  if ((await ctx.host.prompts.confirm({ message })) === 'no')
    throw new CancelledError('Aborted. Nothing was reserved.')
}

import type { Reservation, ReservationLine } from '@gridloom/contract/reservations/reservation'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { findReservation } from '../../resolve/find-reservation.ts'

export function addShowReservation(reservations: Command, open: Open): void {
  reservations
    .command('show')
    .argument('<reservation>', 'ID, start or end of an ID, or machine name')
    .summary('show a reservation with its days')
    .description('Show what a reservation costs, what was charged and refunded, day by day.')
    .addHelpText('after', examples('reservations show 8hjkmnpq'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const reservation = await findReservation(ctx, wanted)
      await ctx.output.result(reservation, (draw) => reservationText(draw, reservation))
    })
}

/** The facts of a reservation, and a row for each settled day. */
export function reservationText(draw: Draw, reservation: Reservation): string {
  const facts = draw.facts(factsOf(reservation))
  if (reservation.lines.length === 0) return facts
  const rows = reservation.lines.map((line) => [
    line.day === null ? 'early end' : `day ${line.day}`,
    formatTime(line.from),
    unavailableText(line),
    formatUsdExact(line.charged_micro_usd),
    formatUsdExact(line.refunded_micro_usd),
  ])
  return `${facts}\n\n${draw.table(columns, rows)}`
}

const columns = [
  { title: 'DAY' },
  { title: 'FROM' },
  { title: 'UNAVAILABLE', align: 'right' },
  { title: 'CHARGED', align: 'right' },
  { title: 'REFUNDED', align: 'right' },
] as const

function unavailableText({ unavailable_s: seconds }: ReservationLine): string {
  return seconds === 0 ? '—' : `${Math.round(seconds / 60)} min`
}

function factsOf(one: Reservation): [string, string][] {
  const { refund_now_micro_usd: refund } = one
  return [
    ['ID', one.id],
    ['State', one.end_cause === null ? one.state : `${one.state} (${one.end_cause})`],
    ['Machine', one.machine_name],
    ['Slots', `${one.slots_used} of ${one.slots} used`],
    ['Days', `${one.days}, until ${formatTime(one.ends_at)}`],
    ['Price', `${formatPerHour(one.slot_micro_usd_per_hour)} a slot`],
    ['Discount', `${one.discount_basis_points / 100} %`],
    ['Total', formatUsdExact(one.total_micro_usd)],
    ['Charged', formatUsdExact(one.charged_micro_usd)],
    ['Refunded', formatUsdExact(one.refunded_micro_usd)],
    ['At the end', one.at_end === 'stop' ? 'instances stop' : 'instances continue on demand'],
    ...(refund === null
      ? []
      : [['If cancelled now', `${formatUsdExact(refund)} back`] satisfies [string, string]]),
  ]
}

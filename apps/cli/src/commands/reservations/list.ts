import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListReservations(reservations: Command, open: Open): void {
  reservations
    .command('list')
    .summary('list reservations')
    .description('List reservations, newest first, with the slots that instances use.')
    .addHelpText('after', examples('reservations list', 'reservations list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.reservations.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No reservations. Create one: gridloom reservations create <offer> --days <n>',
        columns,
      })
    })
}

const columns: ListColumn<Reservation>[] = [
  { title: 'RESERVATION', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  {
    title: 'STATE',
    cell: ({ state, end_cause: cause }) => (cause === null ? state : `${state} (${cause})`),
  },
  {
    title: 'MACHINE',
    cutTo: 30,
    cell: ({ machine_name: name, machine_status: status }) =>
      status === 'online' ? name : `${name} (${status})`,
  },
  { title: 'USED', align: 'right', cell: ({ slots, slots_used }) => `${slots_used}/${slots}` },
  { title: 'DAYS', align: 'right', cell: ({ days }) => String(days) },
  {
    title: 'CHARGED',
    align: 'right',
    cell: ({ charged_micro_usd: amount }) => formatUsd(amount),
  },
  {
    title: 'REFUNDED',
    align: 'right',
    dropRank: 2,
    cell: ({ refunded_micro_usd: amount }) => formatUsd(amount),
  },
  { title: 'ENDS', cell: ({ ended_at, ends_at }) => formatTime(ended_at ?? ends_at) },
]

import type { MachineReservation } from '@gridloom/contract/reservations/reservation'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addMachineReservations(machines: Command, open: Open): void {
  machines
    .command('reservations')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('list the reservations of a machine')
    .description('List the reservations of slots of a machine that you host, newest first.')
    .addHelpText('after', examples('machines reservations tower'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findMachine(ctx, wanted)
      const list = await ctx.client.reservations.ofMachine({ params: { id }, signal: ctx.signal })
      await printList(ctx, list, { empty: `Nobody has reserved slots of ${name}.`, columns })
    })
}

const columns: readonly ListColumn<MachineReservation>[] = [
  { title: 'RESERVATION', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  {
    title: 'STATE',
    cell: ({ state, end_cause: cause }) => (cause === null ? state : `${state} (${cause})`),
  },
  { title: 'HARDWARE', dropRank: 1, cutTo: 30, cell: ({ gpu_model }) => gpu_model ?? 'CPU' },
  { title: 'USED', align: 'right', cell: ({ slots, slots_used }) => `${slots_used}/${slots}` },
  { title: 'DAYS', align: 'right', cell: ({ days }) => String(days) },
  {
    title: 'CHARGED',
    align: 'right',
    cell: ({ charged_micro_usd }) => formatUsd(charged_micro_usd),
  },
  {
    title: 'REFUNDED',
    align: 'right',
    dropRank: 2,
    cell: ({ refunded_micro_usd: amount }) => formatUsd(amount),
  },
  { title: 'ENDS', cell: ({ ended_at, ends_at }) => formatTime(ended_at ?? ends_at) },
]

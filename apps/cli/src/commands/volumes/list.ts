import type { Volume } from '@gridloom/contract/volumes/volume'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListVolumes(volumes: Command, open: Open): void {
  volumes
    .command('list')
    .summary('list volumes')
    .description(
      'List volumes, newest first, with their machines and the instances that have them.',
    )
    .addHelpText('after', examples('volumes list', 'volumes list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.volumes.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No volumes. Create one: gridloom volumes create <name> --offer <offer> --size <gb>',
        columns: columnsAt(ctx.host.nowMs()),
      })
      for (const { name, kept_until: until } of list) {
        if (until !== null)
          ctx.output.note(`The balance is used up: ${name} is kept until ${formatTime(until)}.`)
      }
    })
}

function columnsAt(nowMs: number): ListColumn<Volume>[] {
  return [
    { title: 'VOLUME', cutTo: 40, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
    {
      title: 'STATE',
      cell: ({ state, failure }) => (failure === null ? state : `${state} (${failure})`),
    },
    { title: 'SIZE', align: 'right', cell: ({ size_gb }) => `${size_gb} GB` },
    {
      title: 'USED',
      align: 'right',
      dropRank: 2,
      cell: ({ used_bytes: used }) => (used === null ? '—' : formatBytes(used)),
    },
    {
      title: 'MACHINE',
      cutTo: 30,
      cell: ({ machine_name: name, machine_status: status }) =>
        status === 'online' ? name : `${name} (${status})`,
    },
    {
      title: 'ATTACHED TO',
      cutTo: 40,
      cell: ({ attachments }) =>
        attachments.length === 0
          ? '—'
          : attachments
              .map(
                ({ label, path, mode }) => `${label}:${path}${mode === 'read_only' ? ':ro' : ''}`,
              )
              .join(', '),
    },
    {
      title: 'PRICE',
      align: 'right',
      cell: ({ micro_usd_per_hour: price }) => formatPerHour(price),
    },
    { title: 'CREATED', dropRank: 1, cell: ({ created_at }) => formatSince(created_at, nowMs) },
  ]
}

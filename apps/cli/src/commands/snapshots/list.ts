import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, formatTime, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListSnapshots(snapshots: Command, open: Open): void {
  snapshots
    .command('list')
    .summary('list snapshots')
    .description('List snapshots, newest first, and the price of all of them together.')
    .addHelpText('after', examples('snapshots list', 'snapshots list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const [list, storage] = await Promise.all([
        ctx.client.snapshots.list({ signal: ctx.signal }),
        ctx.client.snapshots.storage({ signal: ctx.signal }),
      ])
      await printList(ctx, list, {
        empty: 'No snapshots. Create one: gridloom snapshots create <instance> --name <name>',
        columns: columnsAt(ctx.host.nowMs()),
      })
      if (list.length === 0) return
      const price = formatUsd(storage.micro_usd_per_month)
      ctx.output.note(`Stored: ${formatBytes(storage.stored_bytes)}, ${price} a month.`)
      if (storage.kept_until !== null)
        ctx.output.note(`The balance is used up: kept until ${formatTime(storage.kept_until)}.`)
    })
}

function columnsAt(nowMs: number): ListColumn<Snapshot>[] {
  return [
    { title: 'SNAPSHOT', cell: ({ id }) => shortId(id) },
    { title: 'NAME', cutTo: 40, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
    {
      title: 'STATE',
      cell: ({ state, failure }) => (failure === null ? state : `${state} (${failure})`),
    },
    { title: 'INSTANCE', dropRank: 2, cutTo: 30, cell: ({ instance_label }) => instance_label },
    { title: 'IMAGE', dropRank: 3, cutTo: 40, cell: ({ image }) => image },
    { title: 'STORED', cell: ({ stored_bytes }) => formatBytes(stored_bytes) },
    { title: 'CREATED', dropRank: 1, cell: ({ created_at }) => formatSince(created_at, nowMs) },
  ]
}

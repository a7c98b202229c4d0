import type { BackupPlan } from '@gridloom/contract/backups/backup'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'

export function addListBackups(backups: Command, open: Open): void {
  backups
    .command('list')
    .summary('list backup plans')
    .description('List backup plans with their last runs, newest first.')
    .addHelpText('after', examples('backups list', 'backups list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.backups.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No backup plans. Create one: gridloom backups create <name> <instance> <path>',
        columns: columnsAt(ctx.host.nowMs()),
      })
      const { kept_until: until } = await ctx.client.backups.storage({ signal: ctx.signal })
      if (until !== null)
        ctx.output.note(`The balance is used up: backups are kept until ${formatTime(until)}.`)
    })
}

function columnsAt(nowMs: number): ListColumn<BackupPlan>[] {
  return [
    { title: 'PLAN', cutTo: 30, cell: ({ name }) => ({ text: name, tone: 'strong' }) },
    {
      title: 'SOURCE',
      cutTo: 30,
      cell: ({ instance_label, volume_name }) => instance_label ?? volume_name ?? '',
    },
    { title: 'PATHS', cutTo: 30, dropRank: 2, cell: ({ paths }) => paths.join(', ') },
    { title: 'TO', cell: ({ destination: to }) => (to.kind === 's3' ? to.bucket : 'Gridloom') },
    { title: 'LAST RUN', cell: ({ last_run: run }) => (run === null ? '—' : lastRun(run)) },
    {
      title: 'LAST SUCCESS',
      cell: ({ last_success_at }) => formatSince(last_success_at, nowMs),
    },
    {
      title: 'NEXT',
      dropRank: 1,
      cell: ({ next_run_at: next }) => (next === null ? '—' : formatTime(next)),
    },
    {
      title: 'STORED',
      align: 'right',
      cell: ({ stored_bytes, destination: to }) =>
        to.kind === 's3' ? '—' : formatBytes(stored_bytes),
    },
  ]
}

function lastRun({ kind, state, failure, percent }: NonNullable<BackupPlan['last_run']>): string {
  const how = state === 'running' && percent !== null ? `${state} ${percent} %` : state
  const what = kind === 'restore' ? `restore ${how}` : how
  return failure === null ? what : `${what} (${failure})`
}

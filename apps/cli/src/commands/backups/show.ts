import type { RecoveryPoint } from '@gridloom/contract/backups/backup'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'

export function addShowBackup(backups: Command, open: Open): void {
  backups
    .command('show')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('list the recovery points of a plan')
    .description('List what can be restored from a plan, newest first.')
    .addHelpText('after', examples('backups show nightly', 'backups show nightly --json'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findBackupPlan(ctx, wanted)
      const points = await ctx.client.backups.points({ params: { id }, signal: ctx.signal })
      await printList(ctx, points, {
        empty: `No recovery points yet. Back up now: gridloom backups run ${name}`,
        columns,
      })
    })
}

const columns: ListColumn<RecoveryPoint>[] = [
  { title: 'POINT', cell: ({ id }) => ({ text: id.slice(0, 8), tone: 'strong' }) },
  { title: 'AT', cell: ({ at }) => formatTime(at) },
  { title: 'FILES', align: 'right', cell: ({ files }) => (files === null ? '—' : String(files)) },
  {
    title: 'SIZE',
    align: 'right',
    cell: ({ bytes }) => (bytes === null ? '—' : formatBytes(bytes)),
  },
]

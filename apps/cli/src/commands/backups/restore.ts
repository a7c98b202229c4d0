import { BackupPath, type RecoveryPoint } from '@gridloom/contract/backups/backup'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { untilEnded } from './until-ended.ts'

interface RestoreOptions {
  to: string
  only?: string
  point?: string
  overwrite?: boolean
  wait?: boolean
}

export function addRestoreBackup(backups: Command, open: Open): void {
  backups
    .command('restore')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .argument('<instance>', 'a running instance on any machine')
    .summary('restore files of a backup')
    .description(
      'Restore a recovery point into a running instance. /data of the backup becomes /data below the folder that --to names.',
    )
    .option('--to <folder>', 'folder to restore below; / for the original paths', '/')
    .option('--only <path>', 'one file or folder of the backup')
    .option('--point <point>', 'recovery point, as shown by backups show (default: the newest)')
    .option('--overwrite', 'replace files that exist already')
    .option('-w, --wait', 'wait for the end')
    .addHelpText(
      'after',
      examples(
        'backups restore nightly training --wait',
        'backups restore nightly other --only /data/models --to /restored',
      ),
    )
    .action((plan: string, instance: string, options: RestoreOptions, command: Command) =>
      restoreBackup(open(command), { plan, instance, options }),
    )
}

async function restoreBackup(
  ctx: Ctx,
  { plan, instance, options }: { plan: string; instance: string; options: RestoreOptions },
): Promise<void> {
  const { id } = await findBackupPlan(ctx, plan)
  const { id: instance_id, label } = await findInstance(ctx, instance)
  const points = await ctx.client.backups.points({ params: { id }, signal: ctx.signal })
  const begun = await ctx.client.backups.restore({
    params: { id },
    body: {
      point_id: pointOf(points, options.point).id,
      instance_id,
      target: pathOf('--to', options.to),
      include: options.only === undefined ? null : pathOf('--only', options.only),
      existing: options.overwrite ? 'overwrite' : 'refuse',
    },
    signal: ctx.signal,
  })
  const run = options.wait ? await untilEnded(ctx, begun) : begun
  await ctx.output.result(run, () =>
    run.state === 'succeeded' ? `Restored into ${label}.` : `Restoring into ${label}.`,
  )
}

function pointOf(points: readonly RecoveryPoint[], wanted: string | undefined): RecoveryPoint {
  const point = points.find(({ id }) => wanted === undefined || id.startsWith(wanted))
  if (point !== undefined) return point
  throw new NotFoundError(
    wanted === undefined ? 'The plan has no recovery point yet.' : `No recovery point ${wanted}.`,
  )
}

function pathOf(option: string, text: string): string {
  const path = BackupPath.safeParse(text)
  if (path.success) return path.data
  throw new UsageError(`${option}: ${path.error.issues[0]?.message ?? 'invalid path'}.`)
}

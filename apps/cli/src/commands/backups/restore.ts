import { BackupPath, type NewRestore } from '@gridloom/contract/backups/backup'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { findVolume } from '../../resolve/find-volume.ts'
import { findPoint } from './find-point.ts'
import { untilEnded } from './until-ended.ts'

interface RestoreOptions {
  volume?: string
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
    .argument('[instance]', 'a running instance on any machine; not with --volume')
    .summary('restore files of a backup')
    .description(
      'Restore a recovery point into a running instance, or into a volume that no running instance has. /data of the backup becomes /data below the folder that --to names.',
    )
    .option('--volume <volume>', 'restore into this volume, below its root')
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
        'backups restore models --volume datasets --wait',
      ),
    )
    .action(
      (plan: string, instance: string | undefined, options: RestoreOptions, command: Command) =>
        restoreBackup(open(command), { plan, instance, options }),
    )
}

async function restoreBackup(
  ctx: Ctx,
  {
    plan,
    instance,
    options,
  }: { plan: string; instance: string | undefined; options: RestoreOptions },
): Promise<void> {
  const { id } = await findBackupPlan(ctx, plan)
  const { name, ...place } = await placeOf(ctx, instance, options)
  const point = await findPoint(ctx, id, options.point)
  const begun = await ctx.client.backups.restore({
    params: { id },
    body: {
      point_id: point.id,
      ...place,
      target: pathOf('--to', options.to),
      include: options.only === undefined ? null : pathOf('--only', options.only),
      existing: options.overwrite ? 'overwrite' : 'refuse',
    },
    signal: ctx.signal,
  })
  const run = options.wait ? await untilEnded(ctx, begun) : begun
  await ctx.output.result(run, () =>
    run.state === 'succeeded' ? `Restored into ${name}.` : `Restoring into ${name}.`,
  )
}

async function placeOf(
  ctx: Ctx,
  instance: string | undefined,
  { volume }: RestoreOptions,
): Promise<Pick<NewRestore, 'instance_id' | 'volume_id'> & { name: string }> {
  if ((instance === undefined) === (volume === undefined))
    throw new UsageError('Name an instance, or a volume with --volume.')
  if (volume !== undefined) {
    const { id, name } = await findVolume(ctx, volume)
    return { volume_id: id, name }
  }
  const { id, label } = await findInstance(ctx, instance ?? '')
  return { instance_id: id, name: label }
}

function pathOf(option: string, text: string): string {
  const path = BackupPath.safeParse(text)
  if (path.success) return path.data
  throw new UsageError(`${option}: ${path.error.issues[0]?.message ?? 'invalid path'}.`)
}

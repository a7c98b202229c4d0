import { type BackupPlan, ChangeBackupPlan } from '@gridloom/contract/backups/backup'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { several } from '../../input/parse-values.ts'
import { usageProblem } from '../../input/usage-problem.ts'
import { findBackupPlan } from '../../resolve/find-backup-plan.ts'
import { kept } from './plan-options.ts'

interface UpdateOptions {
  name?: string
  at?: string
  timeZone?: string
  byHand?: boolean
  exclude?: string[]
  keepLast?: number
  keepDaily?: number
  keepWeekly?: number
  keepMonthly?: number
}

export function addUpdateBackup(backups: Command, open: Open): void {
  backups
    .command('update')
    .argument('<plan>', 'name, ID, or start or end of an ID')
    .summary('change a backup plan')
    .description(
      'Change the name, the schedule, the retention or the excludes of a plan. What is not named stays.',
    )
    .option('--name <name>', 'new name')
    .option('--at <cron>', 'when: minute, hour, day of month, month, day of week')
    .option('--time-zone <zone>', 'time zone of --at (default: that of the plan, or UTC)')
    .addOption(new Option('--by-hand', 'run by hand only').conflicts(['at', 'timeZone']))
    .option(
      '--exclude <pattern>',
      'leave these out instead of what was; repeat for several',
      several,
    )
    .option('--keep-last <n>', 'recovery points that stay', kept('--keep-last'))
    .option('--keep-daily <n>', 'days with a recovery point', kept('--keep-daily'))
    .option('--keep-weekly <n>', 'weeks with a recovery point', kept('--keep-weekly'))
    .option('--keep-monthly <n>', 'months with a recovery point', kept('--keep-monthly'))
    .addHelpText(
      'after',
      examples(
        'backups update nightly --at "0 */6 * * *" --keep-daily 14',
        'backups update nightly --by-hand',
      ),
    )
    .action(async (wanted: string, options: UpdateOptions, command: Command) =>
      updateBackup(open(command), wanted, options),
    )
}

async function updateBackup(ctx: Ctx, wanted: string, options: UpdateOptions): Promise<void> {
  if (Object.keys(options).length === 0)
    throw new UsageError('Name what to change, such as --at or --keep-daily.')
  const plan = await findBackupPlan(ctx, wanted)
  const { name, exclude: excludes } = options
  const parsed = ChangeBackupPlan.safeParse({
    ...(name === undefined ? {} : { name }),
    ...(excludes === undefined ? {} : { excludes }),
    ...scheduleOf(plan, options),
    ...retentionOf(plan, options),
  })
  if (!parsed.success) throw usageProblem(parsed.error)
  const params = { id: plan.id }
  const changed = await ctx.client.backups.change({
    params,
    body: parsed.data,
    signal: ctx.signal,
  })
  await ctx.output.result(changed, () => `Changed ${changed.name}.`)
}

function scheduleOf({ schedule }: BackupPlan, { at, timeZone, byHand }: UpdateOptions): object {
  if (byHand) return { schedule: null }
  if (at === undefined && timeZone === undefined) return {}
  if (at === undefined && schedule === null)
    throw new UsageError('The plan runs by hand: add --at.')
  const { time_zone = 'UTC', at: before } = schedule ?? {}
  return { schedule: { at: at ?? before, time_zone: timeZone ?? time_zone } }
}

function retentionOf(
  { retention }: BackupPlan,
  { keepLast, keepDaily, keepWeekly, keepMonthly }: UpdateOptions,
): object {
  if ([keepLast, keepDaily, keepWeekly, keepMonthly].every((one) => one === undefined)) return {}
  return {
    retention: {
      last: keepLast ?? retention.last,
      daily: keepDaily ?? retention.daily,
      weekly: keepWeekly ?? retention.weekly,
      monthly: keepMonthly ?? retention.monthly,
    },
  }
}

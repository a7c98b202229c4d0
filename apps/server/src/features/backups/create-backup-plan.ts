import type {
  BackupDestination,
  CreatedBackupPlan,
  NewBackupDestination,
  NewBackupPlan,
} from '@gridloom/contract/backups/backup'
import { accountOf, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import { instanceConflict, ownedInstance } from '../instances/index.ts'
import { backupPlanQuota, backupStoreQuota } from './backup-quotas.ts'
import { planView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { nextRunAt, refuseBadSchedule } from './next-run.ts'
import { insertPlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import type { BackupSecrets } from './restic/commands.ts'

/**
 * Creates a plan for an instance. Without a password one is made, which no other call returns.
 * @throws Refused `not_found`, `state_conflict` for a destroyed instance, `invalid_input`, `limit_reached`
 */
export async function createBackupPlan(
  ctx: BackupsCtx,
  input: NewBackupPlan,
): Promise<CreatedBackupPlan> {
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  refuseBadSchedule(input.schedule, now)
  const instance = await ownedInstance(ctx, input.instance_id)
  if (instance.state === 'destroyed') throw instanceConflict(instance)
  const id = ctx.ids.mint('backupPlan')
  const made = input.password === undefined ? ctx.ids.secret() : null
  const { destination, secretAccessKey } = split(input.destination)
  const secrets: BackupSecrets = {
    password: input.password ?? made ?? '',
    secret_access_key: secretAccessKey,
  }
  const sealed = await ctx.backupSecrets.seal(JSON.stringify(secrets), id)
  const row = await ctx.transact(async (tx) => {
    await keepOpen(tx, accountId)
    await lockQuota(tx, accountId, backupPlanQuota, backupStoreQuota)
    await countOfDay(ctx, tx, 'backup plans')
    const row = await insertPlan(tx, {
      ...{ id, account_id: accountId, created_by: userOf(ctx), name: input.name, sealed },
      state: 'active',
      instance_id: instance.id,
      instance_label: instance.label,
      paths: JSON.stringify(input.paths),
      excludes: JSON.stringify(input.excludes),
      schedule: input.schedule === null ? null : JSON.stringify(input.schedule),
      retention: JSON.stringify(input.retention),
      destination: JSON.stringify(destination),
      next_run_at: nextRunAt(input.schedule, now),
      created_at: now,
    })
    tx.note({ subject: id })
    await publishBackup(tx, row)
    return row
  })
  const microUsdPerGbMonth = ctx.backupMicroUsdPerGbMonth
  return { plan: planView(row, { lastRun: undefined, microUsdPerGbMonth }), password: made }
}

function split(given: NewBackupDestination): {
  destination: BackupDestination
  secretAccessKey?: string
} {
  if (given.kind === 'gridloom') return { destination: given }
  const { secret_access_key: secretAccessKey, ...destination } = given
  return { destination, secretAccessKey }
}

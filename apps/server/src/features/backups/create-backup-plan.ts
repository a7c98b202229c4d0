import type {
  BackupDestination,
  CreatedBackupPlan,
  NewBackupDestination,
  NewBackupPlan,
} from '@gridloom/contract/backups/backup'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import { instanceConflict, ownedInstance } from '../instances/index.ts'
import { ownedVolume } from '../volumes/index.ts'
import { backupPlanQuota, backupStoreQuota } from './backup-quotas.ts'
import { planView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { nextRunAt, refuseBadSchedule } from './next-run.ts'
import { insertPlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import type { BackupSecrets } from './restic/commands.ts'
import type { BackupPlanRow } from './schema.ts'

/**
 * Creates a plan for an instance or a volume. Without a password one is made, which no other call returns.
 * @throws Refused `not_found`, `state_conflict` for a destroyed instance, `invalid_input`, `limit_reached`
 */
export async function createBackupPlan(
  ctx: BackupsCtx,
  input: NewBackupPlan,
): Promise<CreatedBackupPlan> {
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  refuseBadSchedule(input.schedule, now)
  const source = await sourceOf(ctx, input)
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
      ...source,
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

/** What a plan is of. @throws Refused `not_found`, `state_conflict` for a destroyed instance */
async function sourceOf(
  ctx: BackupsCtx,
  { instance_id, volume_id }: NewBackupPlan,
): Promise<Pick<BackupPlanRow, 'instance_id' | 'instance_label' | 'volume_id' | 'volume_name'>> {
  const none = { instance_id: null, instance_label: null, volume_id: null, volume_name: null }
  if (instance_id !== undefined) {
    const instance = await ownedInstance(ctx, instance_id)
    if (instance.state === 'destroyed') throw instanceConflict(instance)
    return { ...none, instance_id: instance.id, instance_label: instance.label }
  }
  if (volume_id === undefined)
    throw new Refused('invalid_input', { fields: { instance_id: 'name an instance or a volume' } })
  const { id, name } = await ownedVolume(ctx, volume_id)
  return { ...none, volume_id: id, volume_name: name }
}

function split(given: NewBackupDestination): {
  destination: BackupDestination
  secretAccessKey?: string
} {
  if (given.kind === 'gridloom') return { destination: given }
  const { secret_access_key: secretAccessKey, ...destination } = given
  return { destination, secretAccessKey }
}

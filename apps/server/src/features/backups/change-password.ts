import type { ChangedBackupPassword, NewBackupPassword } from '@gridloom/contract/backups/backup'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { SealBroken } from '../../platform/secret-sealer.ts'
import { type BackupsCtx, secretsOf } from './ctx.ts'
import { lockOwnedPlan, ownedPlan } from './owned-plan.ts'
import { updatePlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { removeLost, swapKeys, writeKey } from './repository/replace-keys.ts'
import type { BackupSecrets } from './restic/commands.ts'
import { findOpenRun } from './runs-store.ts'
import type { BackupPlanRow } from './schema.ts'

/**
 * Changes the password of a plan. With us, the key of the repository is sealed anew: the file for the new password, the end
 * of the others and the stored password are one transaction, so that whoever is killed meanwhile leaves a repository that
 * opens. The key itself stays, and with it all that is stored. Of a bucket of one's own only the stored password changes.
 * @throws Refused `not_found`, `own_bucket` without a password for one, `backup_running`, `backup_key_unreadable`,
 * `state_conflict` where two change it at once
 */
export async function changeBackupPassword(
  ctx: BackupsCtx,
  { id, password: given }: NewBackupPassword & { id: BackupPlanId },
): Promise<ChangedBackupPassword> {
  const plan = await ownedPlan(ctx, id)
  const isOurs = plan.destination.kind === 'gridloom'
  if (given === undefined && !isOurs) throw new Refused('own_bucket')
  if ((await findOpenRun(ctx.db, id)) !== undefined) throw new Refused('backup_running')
  const before = await secretsNow(ctx, plan)
  const made = given === undefined ? ctx.ids.secret() : null
  const password = given ?? made ?? ''
  const sealed = await ctx.backupSecrets.seal(JSON.stringify({ ...before, password }), id)
  const of = { accountId: plan.account_id, planId: id }
  // One at a time on each replica: deriving keys takes a thread and tens of megabytes for half a second.
  const key = isOurs
    ? await ctx.backupKeys.run('all', () =>
        writeKey(ctx, of, { from: before.password, to: password, signal: ctx.signal }),
      )
    : undefined
  const lost = await ctx.transact(async (tx) => {
    const row = await lockOwnedPlan(ctx, tx, id)
    if ((await findOpenRun(tx.db, id)) !== undefined) throw new Refused('backup_running')
    if (row.sealed !== plan.sealed)
      throw new Refused('state_conflict', { details: { what: 'backup plan', state: 'changed' } })
    await updatePlan(tx, id, { sealed })
    await publishBackup(tx, row)
    return key === undefined ? [] : swapKeys(ctx, tx, { ...of, made: key })
  })
  await removeLost(ctx, of, lost)
  return { password: made }
}

async function secretsNow(ctx: BackupsCtx, { id, sealed }: BackupPlanRow): Promise<BackupSecrets> {
  try {
    return secretsOf(await ctx.backupSecrets.open(sealed, id))
  } catch (cause) {
    if (cause instanceof SealBroken) throw new Refused('backup_key_unreadable', { cause })
    throw cause
  }
}

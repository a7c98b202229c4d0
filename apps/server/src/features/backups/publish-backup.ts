import type { AccountId, BackupPlanId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of a plan or its runs to the open pages of its account. */
export async function publishBackup(
  tx: Tx,
  { account_id: accountId, id }: { account_id: AccountId; id: BackupPlanId | '' },
): Promise<void> {
  await tx.publish({ topic: 'backup', transient: true, accountId, subject: id })
}

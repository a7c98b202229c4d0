import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'

/** Publishes that the progress of an account's missions, or one of its claims, changed. */
export async function publishMissions(tx: Tx, accountId: AccountId, subject = ''): Promise<void> {
  await tx.publish({ topic: 'missions', accountId, subject, transient: true })
}

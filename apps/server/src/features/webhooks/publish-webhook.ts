import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of an account's webhooks or their deliveries to its open pages. */
export async function publishWebhook(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.publish({ topic: 'webhook', transient: true, accountId, subject: '' })
}

/** Wakes the senders of every replica, at commit. */
export async function publishDue(tx: Tx): Promise<void> {
  await tx.publish({ topic: 'webhook_due', transient: true, accountId: null, subject: '' })
}

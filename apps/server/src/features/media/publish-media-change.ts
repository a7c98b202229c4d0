import type { AccountId, MediaId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes that media changed: to everybody, or to one account alone, such as the progress of an encoding. */
export function publishMedia(
  tx: Tx,
  subject: MediaId | '',
  accountId: AccountId | null = null,
): Promise<void> {
  return tx.publish({ topic: 'media', transient: true, accountId, subject })
}

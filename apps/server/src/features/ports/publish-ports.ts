import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/**
 * Publishes, at commit, that access to addresses of an account changed. The subject is what admissions depend on: an
 * instance, a link, or a user.
 */
export async function publishPorts(
  tx: Tx,
  accountId: AccountId,
  subjects: readonly string[],
): Promise<void> {
  await tx.publish(
    ...subjects.map((subject) => ({ topic: 'port_access' as const, accountId, subject })),
  )
}

import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { revokeMemberKeys } from '../keys/revoke-company-key.ts'
import { deleteMember, selectSessionsFor } from '../memberships-store.ts'
import { publishSessions } from '../publish-sessions.ts'
import { publishAccount } from './publish-company.ts'

/**
 * Ends a membership and all that stands on it: the person's keys for the company, and what the sessions that work for
 * it may do. Those stay as they are and are refused until the person says whom they work for: falling back by
 * themselves, they would go on ordering with the person's own money.
 */
export async function endMembership(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  membership: { companyId: AccountId; userId: AccountId },
): Promise<void> {
  const { userId } = membership
  await deleteMember(tx, membership)
  await revokeMemberKeys(ctx, tx, membership)
  await publishSessions(tx, userId, await selectSessionsFor(tx, membership))
  await publishAccount(tx, userId)
}

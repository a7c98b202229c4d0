import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { revokeMemberKeys } from '../keys/revoke-company-key.ts'
import { deleteMember, selectSessionsFor } from '../memberships-store.ts'
import { tellSessions } from '../tell-sessions.ts'
import { tellPerson } from './tell-company.ts'

/**
 * Ends a membership and all that stands on it: the person's keys for the company, and what the sessions that work for
 * it may do. Those stay as they are and are refused until the person says whom they work for: falling back by
 * themselves, they would go on ordering with the person's own money.
 */
export async function endMembership(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  membership: { companyId: AccountId; personId: AccountId },
): Promise<void> {
  const { personId } = membership
  await deleteMember(tx, membership)
  await revokeMemberKeys(ctx, tx, membership)
  await tellSessions(tx, personId, await selectSessionsFor(tx, membership))
  await tellPerson(tx, personId)
}

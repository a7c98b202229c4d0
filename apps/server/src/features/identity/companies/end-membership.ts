import type { AccountId } from '@gridloom/contract/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { revokeMemberKeys } from '../keys/revoke-company-key.ts'
import { tellSessions } from '../tell-sessions.ts'
import { clearActingFor, deleteMember } from './memberships-store.ts'
import { tellPerson } from './tell-company.ts'

/**
 * Ends a membership and all that stands on it: the person's keys for the company, and the sessions that work for it,
 * which work for the person from then on.
 */
export async function endMembership(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  membership: { companyId: AccountId; personId: AccountId },
): Promise<void> {
  const { personId } = membership
  await deleteMember(tx, membership)
  await revokeMemberKeys(ctx, tx, membership)
  await tellSessions(tx, personId, await clearActingFor(tx, membership))
  await tellPerson(tx, personId)
}

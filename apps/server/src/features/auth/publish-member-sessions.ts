import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { selectSessionsFor } from './active-company-store.ts'

/** Makes every replica reload the sessions of a former member that act for the company. */
export async function publishMemberSessions(
  tx: Tx,
  membership: { companyId: AccountId; userId: AccountId },
): Promise<void> {
  await publishSessions(tx, membership.userId, await selectSessionsFor(tx, membership))
}

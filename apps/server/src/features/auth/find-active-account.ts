import type { AccountId } from '@gridloom/contract/core/ids'
import { assertNever } from '@gridloom/domain/assert-never'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findKeyAccount } from '../keys/index.ts'
import { findSessionAccount } from './session-account-store.ts'

/**
 * For whom the session or API key of a caller works now; `undefined` once it has ended. For what stays open beyond its
 * request: a stream goes on only as long as this is whom it was opened for.
 */
export async function findActiveAccount(
  ctx: Pick<Ctx, 'actor' | 'db' | 'clock'>,
): Promise<AccountId | undefined> {
  const { via } = accountOf(ctx)
  const now = ctx.clock.now()
  switch (via.kind) {
    case 'session':
      return findSessionAccount(ctx.db, via.sessionId, now)
    case 'key':
      return findKeyAccount(ctx.db, via.keyId, now)
    default:
      return assertNever(via)
  }
}

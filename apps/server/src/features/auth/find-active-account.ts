import type { AccountId } from '@gridloom/contract/core/ids'
import { assertNever } from '@gridloom/domain/assert-never'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findKeyAccount } from '../keys/index.ts'
import { findSessionAccount } from './session-account-store.ts'

/**
 * The account that the caller's session or API key acts for now; `undefined` once it has ended. For streams, which
 * outlive their request and must end when this account changes.
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
    case 'ssh_key':
      // SSH connections are watched by their own feature, and open no streams of pages.
      return undefined
    case 'standing_order':
      return undefined
    default:
      return assertNever(via)
  }
}

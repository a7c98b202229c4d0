import { type AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { AccountActor } from '@gridloom/server/platform/ctx'

/** A signed-in user with access, acting for their personal account unless overridden. */
export function anActor(accountId: AccountId, over: Partial<AccountActor> = {}): AccountActor {
  return {
    kind: 'account',
    accountId,
    userId: accountId,
    role: 'user',
    hasAccess: true,
    via: {
      kind: 'session',
      sessionId: SessionId.parse('ses_00000000000000000000000001'),
      purpose: 'sign_in',
    },
    ...over,
  }
}

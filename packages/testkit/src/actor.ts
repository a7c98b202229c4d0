import { type AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { AccountActor } from '@gridloom/server/platform/ctx'

/** A person who is signed in, has access and works for themselves, unless told otherwise. */
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

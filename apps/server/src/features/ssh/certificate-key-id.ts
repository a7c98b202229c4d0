import { AccountId, ApiKeyId, SessionId } from '@gridloom/contract/core/ids'
import type { AccountActor } from '../../platform/ctx.ts'

/** Whom a certificate stands for: its connections end with the session or API key that asked for it. */
export type CertifiedUser = Pick<AccountActor, 'accountId' | 'userId'> & {
  readonly via: Extract<AccountActor['via'], { kind: 'session' | 'key' }>
}

/** Writes the key id of a certificate, which OpenSSH writes to its logs: ids alone, no secrets. */
export function keyIdOf({ accountId, userId, via }: CertifiedUser): string {
  return `${userId} ${accountId} ${via.kind === 'session' ? via.sessionId : via.keyId}`
}

/** Reads the key id of a certificate that we signed; `undefined` for another text. */
export function certifiedUser(keyId: string): CertifiedUser | undefined {
  const [user, account, credential] = keyId.split(' ')
  const userId = AccountId.safeParse(user)
  const accountId = AccountId.safeParse(account)
  if (!userId.success || !accountId.success) return undefined
  const whose = { userId: userId.data, accountId: accountId.data }
  const session = SessionId.safeParse(credential)
  if (session.success)
    return { ...whose, via: { kind: 'session', sessionId: session.data, purpose: 'sign_in' } }
  const key = ApiKeyId.safeParse(credential)
  if (!key.success) return undefined
  return {
    ...whose,
    via: { kind: 'key', keyId: key.data, scopes: ['instances:write'], models: null },
  }
}

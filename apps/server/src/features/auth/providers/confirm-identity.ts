import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import { confirmedForS } from '@gridloom/contract/core/constants'
import type { SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { publishSessions } from '../../accounts/index.ts'
import { confirmSession } from '../sessions-store.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import type { ProviderIdentity } from '../sign-in-methods/provider.ts'
import { findConnector } from './attempts-store.ts'
import { findLoginAccount, touchLogin } from './logins-store.ts'

interface Confirming {
  identity: ProviderIdentity
  /** The session that began the attempt and that must still be active. */
  sessionId: SessionId
}

/** Re-authenticates the user of a session by a login that is connected with their account. */
export async function confirmIdentity(
  ctx: SignInMethodsCtx,
  tx: Tx,
  { identity, sessionId }: Confirming,
): Promise<LoginProblem | undefined> {
  const now = ctx.clock.now()
  const accountId = await findConnector(tx.db, sessionId, now)
  if (accountId === undefined) return 'state_wrong'
  tx.note({ accountId })
  const isTheirs = (await findLoginAccount(tx.db, identity)) === accountId
  if (!isTheirs || isStale(identity, now)) return 'other_login'
  await touchLogin(tx, identity, now)
  await confirmSession(tx, sessionId, now)
  await publishSessions(tx, accountId, [sessionId])
  return undefined
}

/** Whether the sign-in at the issuer is too old. Some issuers neither report its time nor honour `max_age`. */
function isStale({ signedInAt }: ProviderIdentity, now: Date): boolean {
  return signedInAt !== null && now.getTime() - signedInAt.getTime() >= confirmedForS * 1_000
}

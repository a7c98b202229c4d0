import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import type { SessionId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import type { LoginProvider, ProviderIdentity } from '../sign-in-methods/provider.ts'
import { lockHolder } from '../sign-in-methods/sign-in-methods-store.ts'
import { findConnector } from './attempts-store.ts'
import { loginConnectedEmail } from './emails/login-connected.ts'
import { findLoginAccount, insertLogin } from './logins-store.ts'

interface Connecting {
  provider: LoginProvider
  identity: ProviderIdentity
  /** The session that began the attempt and that must still be active. */
  sessionId: SessionId
}

/** Connects the identity that a provider returned with the account that began the attempt. Idempotent. */
export async function connectIdentity(
  ctx: SignInMethodsCtx,
  tx: Tx,
  { provider, identity, sessionId }: Connecting,
): Promise<LoginProblem | undefined> {
  const createdAt = ctx.clock.now()
  const accountId = await findConnector(tx.db, sessionId, createdAt)
  const holder = accountId === undefined ? undefined : await lockHolder(tx, accountId)
  if (accountId === undefined || holder?.isVerified !== true) return 'state_wrong'
  tx.note({ accountId })
  const known = await findLoginAccount(tx.db, identity)
  if (known !== undefined) return known === accountId ? undefined : 'login_taken'
  const id = ctx.ids.mint('login')
  const login = { id, accountId, provider: provider.id, identity, createdAt }
  if ((await insertLogin(tx, login)) === 'taken') return 'login_taken'
  tx.note({ subject: id })
  const url = `${ctx.publicUrl}/account`
  await queueMail(ctx, tx, loginConnectedEmail(holder.email, { provider: provider.name, url }))
  await publishAccount(tx, accountId)
  return undefined
}

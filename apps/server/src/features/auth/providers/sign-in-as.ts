import { Email } from '@gridloom/contract/auth/credentials'
import type { LoginProblem } from '@gridloom/contract/auth/login-provider'
import type { AccountId } from '@gridloom/contract/core/ids'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { hashSecret } from '../../../platform/ids.ts'
import { accountVerified } from '../account-verified.ts'
import { openAccount } from '../open-account.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import {
  type LoginProvider,
  ProviderFailure,
  type ProviderIdentity,
} from '../sign-in-methods/provider.ts'
import { insertLoginCode } from './attempts-store.ts'
import { loginCodeLifeS, loginCookie } from './cookies.ts'
import { findLoginAccount, insertLogin, touchLogin } from './logins-store.ts'

interface ProviderReturn {
  provider: LoginProvider
  identity: ProviderIdentity
}

/** The value of the cookie that this browser redeems for a session, or the problem. */
type Outcome = { cookie: string } | { problem: LoginProblem }

/**
 * Signs in a user who returns from a provider: to the account that the identity is connected with, else to a new one if
 * nobody has verified the address. An account that has verified it is never connected by the address alone, as
 * addresses change owners and issuers make mistakes (docs/decisions/0042-signing-in-with-a-provider.md).
 */
export async function signInAs(
  ctx: SignInMethodsCtx,
  tx: Tx,
  returned: ProviderReturn,
): Promise<Outcome> {
  const known = await findLoginAccount(tx.db, returned.identity)
  const opened = known === undefined ? await accountFor(ctx, tx, returned) : { accountId: known }
  if ('problem' in opened) return opened
  const { accountId } = opened
  const now = ctx.clock.now()
  await touchLogin(tx, returned.identity, now)
  tx.note({ accountId })
  const code = ctx.ids.secret()
  const expiresAt = new Date(now.getTime() + loginCodeLifeS * 1_000)
  await insertLoginCode(tx, { hash: hashSecret(code), accountId, expiresAt })
  return { cookie: loginCookie(ctx.publicUrl, 'login', code) }
}

/** Creates an account without a password for an address that the issuer vouches for. */
async function accountFor(
  ctx: SignInMethodsCtx,
  tx: Tx,
  { provider, identity }: ProviderReturn,
): Promise<{ accountId: AccountId } | { problem: LoginProblem }> {
  const email = Email.safeParse(identity.email)
  if (!identity.emailVerified || !email.success) return { problem: 'address_unverified' }
  const opening = { email: email.data, passwordHash: null, role: 'user', access: 'none' } as const
  const accountId = await openAccount(ctx, tx, opening)
  // A concurrent sign-in of the same identity has just created the account: use it.
  if (accountId === 'taken') {
    const other = await findLoginAccount(tx.db, identity)
    return other === undefined ? { problem: 'account_exists' } : { accountId: other }
  }
  const id = ctx.ids.mint('login')
  const login = { id, accountId, provider: provider.id, identity, createdAt: ctx.clock.now() }
  if ((await insertLogin(tx, login)) === 'taken')
    throw new ProviderFailure('provider_refused', 'one user came with two addresses at once')
  const verified = { subject: accountId, accountId, payload: { by: 'provider' } } as const
  await recordEvents(ctx, tx, [accountVerified.of(verified)])
  return { accountId }
}

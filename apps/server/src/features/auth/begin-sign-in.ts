import type { SessionOrigin } from '@gridloom/contract/auth/session'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { accountSummary, publishSessions, wantsEmail } from '../accounts/index.ts'
import { currentSession } from './current-session.ts'
import { newSignInEmail } from './emails/new-sign-in.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'
import { endSession, knowsBrowser } from './sessions-store.ts'
import { startSession } from './start-session.ts'

type SignInCtx = Pick<AuthCtx, 'ids' | 'clock' | 'publicUrl'>

interface SignIn {
  accountId: AccountId
  client: ClientInfo
  /** The sign-in method that was used. */
  by: SessionOrigin
}

/** How long a browser counts as known after it was last seen. */
export const browserKnownForS = 90 * 24 * 60 * 60

/**
 * Signs in a user who has just authenticated: a new session with a new token; the browser's earlier session ends
 * (ASVS 5.0, 7.2.4), and an email is sent if the browser is new to the account.
 */
export async function beginSignIn(ctx: SignInCtx, tx: Tx, signIn: SignIn): Promise<string> {
  const { accountId, client, by } = signIn
  await endAtHand(ctx, tx, client)
  await notifyOfNewBrowser(ctx, tx, signIn)
  return startSession(ctx, tx, { accountId, origin: client, by })
}

/** Ends the session of the token that the caller sent with the sign-in. */
export async function endAtHand(
  { clock }: Pick<SignInCtx, 'clock'>,
  tx: Tx,
  { bearer }: Pick<ClientInfo, 'bearer'>,
): Promise<void> {
  const before = await currentSession(tx.db, bearer, clock.now())
  if (before === undefined) return
  await endSession(tx, before.sessionId, clock.now())
  await publishSessions(tx, before.userId, [before.sessionId])
}

async function notifyOfNewBrowser(
  ctx: SignInCtx,
  tx: Tx,
  { accountId, client }: SignIn,
): Promise<void> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - browserKnownForS * 1_000)
  if (await knowsBrowser(tx.db, accountId, { userAgent: client.userAgent, since })) return
  const account = await accountSummary(tx.db, accountId)
  if (account === undefined || !account.emailVerified) return
  if (!(await wantsEmail(tx.db, accountId, 'new_sign_in'))) return
  const { address, userAgent } = client
  const message = newSignInEmail(account.email, { at: now, address, userAgent, url: ctx.publicUrl })
  await queueMail(ctx, tx, message)
}

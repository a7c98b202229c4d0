import type { NewPassword } from '@gridloom/contract/auth/credentials'
import type { SessionId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { consumeAttempt, refundAttempt } from '../../platform/attempts/limit-attempts.ts'
import { accountOf, sessionOf, type Tx, userOf } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import {
  emailKey,
  passwordOf,
  publishAccount,
  publishSessions,
  type StoredPassword,
  storePassword,
} from '../accounts/index.ts'
import { confirmLimits } from './attempt-limits.ts'
import { passwordChangedEmail } from './emails/password-changed.ts'
import { refuseCommon } from './new-password.ts'
import { checkCode } from './one-time-codes.ts'
import { spendCode } from './one-time-codes-store.ts'
import type { AuthCtx } from './ports.ts'
import { confirmSession, endSessionsOf, findSession } from './sessions-store.ts'
import { isConfirmed } from './validate-token.ts'

/**
 * Sets a new password, authorised by the temporary token and its code, by the old password or, for an account without
 * one, by recent re-authentication. All other sessions end, including the temporary one, API keys stay, and a notice is
 * emailed.
 * @throws Refused `code_wrong`, `credentials_wrong`, `confirmation_required`, `invalid_input`, `too_many_requests`
 */
export async function updatePassword(ctx: AuthCtx, input: NewPassword): Promise<void> {
  const account = await passwordOf(ctx.db, userOf(ctx))
  if (account === undefined) throw new Refused('unauthorized')
  refuseCommon(input.new_password, { email: account.email, field: 'new_password' })
  const authorisation = await authorise(ctx, account, input)
  const passwordHash = await ctx.passwords.hash(input.new_password)
  await ctx.transact(async (tx) => {
    await authorisation.settle(tx)
    await storePassword(tx, account.accountId, passwordHash)
    await endOthers(ctx, tx, authorisation.keeps)
    await queueMail(ctx, tx, passwordChangedEmail(account.email, ctx.publicUrl))
  })
}

/** The authorisation of a password change: further writes that belong to it, and the session that survives. */
interface ChangeAuthorisation {
  settle(tx: Tx): Promise<void>
  keeps: SessionId | null
}

async function authorise(
  ctx: AuthCtx,
  account: StoredPassword,
  input: NewPassword,
): Promise<ChangeAuthorisation> {
  const { via } = accountOf(ctx)
  if (via.kind === 'session' && via.purpose === 'reset') return byCode(ctx, account, input.otp)
  if (account.passwordHash === null) return byConfirmation(ctx)
  return byOldPassword(ctx, account, input.old_password)
}

async function byCode(
  ctx: AuthCtx,
  { email, accountId }: StoredPassword,
  otp: string | undefined,
): Promise<ChangeAuthorisation> {
  const key = emailKey(email)
  if (otp === undefined) throw new Refused('code_wrong')
  const code = await checkCode(ctx, { emailKey: key, text: otp, stage: 'redeemed' })
  if (code.accountId !== accountId) throw new Refused('code_wrong')
  return {
    keeps: null,
    async settle(tx) {
      const spent = await spendCode(tx, { emailKey: key, hash: code.hash, stage: 'redeemed' })
      if (spent === 'gone') throw new Refused('code_wrong')
    },
  }
}

async function byOldPassword(
  ctx: AuthCtx,
  { accountId, passwordHash }: StoredPassword,
  typed: string | undefined,
): Promise<ChangeAuthorisation> {
  if (typed === undefined)
    throw new Refused('invalid_input', { fields: { old_password: 'Password is required' } })
  const limits = confirmLimits(accountId)
  await consumeAttempt(ctx, limits)
  if (!(await ctx.passwords.matches(typed, passwordHash))) throw new Refused('credentials_wrong')
  const sessionId = sessionOf(ctx)
  return {
    keeps: sessionId,
    async settle(tx) {
      await refundAttempt(tx, limits)
      await confirmSession(tx, sessionId, ctx.clock.now())
    },
  }
}

async function byConfirmation(ctx: AuthCtx): Promise<ChangeAuthorisation> {
  const now = ctx.clock.now()
  const id = sessionOf(ctx)
  const session = await findSession(ctx.db, { id, accountId: userOf(ctx), now })
  if (session === undefined || !isConfirmed(session, now))
    throw new Refused('confirmation_required')
  return { keeps: id, settle: async () => {} }
}

async function endOthers(ctx: AuthCtx, tx: Tx, but: SessionId | null): Promise<void> {
  const userId = userOf(ctx)
  const at = ctx.clock.now()
  await publishSessions(tx, userId, await endSessionsOf(tx, userId, { but, at }))
  await publishAccount(tx, userId)
}

import type { TokenReply } from '@gridloom/contract/auth/credentials'
import { resetLifeS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import {
  emailKey,
  findUnverified,
  passwordOf,
  publishSessions,
  storePassword,
} from '../accounts/index.ts'
import { endAtHand } from './begin-sign-in.ts'
import { type CurrentSession, currentSession } from './current-session.ts'
import { checkCode, type MatchedCode } from './one-time-codes.ts'
import { redeemCode, spendCode } from './one-time-codes-store.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'
import { exchangeToken } from './refresh-token.ts'
import { confirmSession, endSessionsOf } from './sessions-store.ts'
import { startSession } from './start-session.ts'
import { verifyAccount } from './verify-account.ts'

/**
 * Redeems a one-time code, once. After a registration the account is verified and signed in; for a forgotten password
 * the caller gets a temporary token for one new password.
 * @throws Refused `code_wrong`; `account_suspended` only with the right code
 */
export async function verifyOtp(
  ctx: AuthCtx,
  { email, otp }: { email: string; otp: string },
  client: ClientInfo,
): Promise<TokenReply> {
  const code = await checkCode(ctx, { emailKey: emailKey(email), text: otp, stage: 'sent' })
  const current = await currentSession(ctx.db, client.bearer, ctx.clock.now())
  const redeem = code.purpose === 'forgot' ? forNewPassword : forProof
  return { token: await ctx.transact((tx) => redeem(ctx, tx, { code, email, current, client })) }
}

interface Redeemed {
  code: MatchedCode
  email: string
  current: CurrentSession | undefined
  client: ClientInfo
}

/** The code is required again together with the new password, for as long as the temporary token is valid. */
async function forNewPassword(ctx: AuthCtx, tx: Tx, { code, client }: Redeemed): Promise<string> {
  const redeemedAt = ctx.clock.now()
  const expiresAt = new Date(redeemedAt.getTime() + resetLifeS * 1_000)
  const { emailKey: key, hash, accountId } = code
  const redeemed = await redeemCode(tx, { emailKey: key, hash, redeemedAt, expiresAt })
  if (redeemed === 'gone' || accountId === null) throw new Refused('code_wrong')
  const account = await passwordOf(tx.db, accountId)
  if (account?.suspendedAt !== null) throw new Refused('account_suspended')
  return startSession(ctx, tx, { accountId, origin: client, by: 'code', purpose: 'reset' })
}

/**
 * Prevents account pre-hijacking (GHSA-qq9h-g4jm-xgf3). A user who verifies an address with a session of the same
 * account keeps it with its password, as only a user with that password has such a session. For anyone else the
 * password and all sessions from before the verification are removed.
 */
async function forProof(ctx: AuthCtx, tx: Tx, redeemed: Redeemed): Promise<string> {
  const { code, email, current, client } = redeemed
  const spent = await spendCode(tx, { emailKey: code.emailKey, hash: code.hash, stage: 'sent' })
  const own = spent === 'spent' && current && (await findUnverified(tx.db, current.userId))
  const session = own && own.emailKey === code.emailKey ? current : undefined
  const id = session?.userId ?? code.accountId
  if (spent === 'gone' || id === null) throw new Refused('code_wrong')
  if ((await verifyAccount(ctx, tx, { id, email, client })) === 'no')
    throw new Refused('code_wrong')
  return session === undefined ? startNewSession(ctx, tx, { id, client }) : keepOn(ctx, tx, session)
}

async function keepOn(ctx: AuthCtx, tx: Tx, session: CurrentSession): Promise<string> {
  const { sessionId, userId } = session
  const at = ctx.clock.now()
  await publishSessions(tx, userId, await endSessionsOf(tx, userId, { but: sessionId, at }))
  await confirmSession(tx, sessionId, at)
  await publishSessions(tx, userId, [sessionId])
  tx.note({ accountId: userId })
  return exchangeToken(ctx, tx, session)
}

async function startNewSession(
  ctx: AuthCtx,
  tx: Tx,
  { id, client }: { id: AccountId; client: ClientInfo },
): Promise<string> {
  await storePassword(tx, id, null)
  await publishSessions(tx, id, await endSessionsOf(tx, id, { but: null, at: ctx.clock.now() }))
  await endAtHand(ctx, tx, client)
  return startSession(ctx, tx, { accountId: id, origin: client, by: 'code' })
}

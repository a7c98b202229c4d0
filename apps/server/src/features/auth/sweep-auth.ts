import { unverifiedAccountLifeS } from '@gridloom/contract/core/constants'
import { deleteAttempts } from '../../platform/attempts/attempts-store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { deleteOldClaims } from '../accounts/index.ts'
import { deleteSpentInvitations } from '../companies/index.ts'
import { browserKnownForS } from './begin-sign-in.ts'
import { deleteSpentAnswers } from './captcha-store.ts'
import { deleteCodes } from './one-time-codes-store.ts'
import { deleteSessionsOver, deleteTokensOver } from './sessions-store.ts'
import { deleteExpiredAttempts } from './sign-in-methods/sign-in-methods-store.ts'

/**
 * Deletes expired data: tokens of ended sessions, codes, attempts, captcha answers, and accounts that never verified
 * their address. Sessions are kept for as long as their browser counts as known. Scheduled.
 */
export async function sweepAuth(ctx: Pick<Ctx, 'clock' | 'log' | 'transact'>): Promise<void> {
  const now = ctx.clock.now()
  const before = (ageS: number) => new Date(now.getTime() - ageS * 1_000)
  const gone = await ctx.transact(async (tx) => ({
    tokens: await deleteTokensOver(tx, now),
    sessions: await deleteSessionsOver(tx, before(browserKnownForS)),
    answers: await deleteSpentAnswers(tx, now),
    codes: await deleteCodes(tx, now),
    attempts: await deleteAttempts(tx, now),
    loginAttempts: await deleteExpiredAttempts(tx, now),
    invitations: await deleteSpentInvitations(tx, now),
    claims: await deleteOldClaims(tx, before(unverifiedAccountLifeS)),
  }))
  ctx.log.debug(
    { event: 'auth.rows_expired', ...gone },
    'expired rows of accounts, companies and sessions swept',
  )
}

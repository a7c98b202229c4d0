import type { AccountId } from '@gridloom/contract/core/ids'
import { enforceLimit, isWithinLimit } from '../../platform/attempts/limit-attempts.ts'
import type { Db } from '../../platform/database/connect.ts'
import {
  emailKey,
  findClaim,
  findPassword,
  findUnverified,
  lockEmailAddress,
} from '../accounts/index.ts'
import { codeRequestLimits } from './attempt-limits.ts'
import { currentSession } from './current-session.ts'
import type { AuthCtx, ClientInfo } from './ports.ts'
import { type CodeEmail, sendCode } from './send-code.ts'

/**
 * Sends a one-time code to an address that is registered or claimed, and responds the same for every address. A second
 * request within a minute is ignored silently. @throws Refused `too_many_requests` beyond five in an hour
 */
export async function resendOtp(
  ctx: AuthCtx,
  { email }: { email: string },
  { bearer }: Pick<ClientInfo, 'bearer'>,
): Promise<void> {
  const key = emailKey(email)
  const current = await currentSession(ctx.db, bearer, ctx.clock.now())
  await ctx.transact(async (tx) => {
    await lockEmailAddress(tx, email)
    if (!(await isWithinLimit(ctx, tx, codeRequestLimits.minute(key)))) return
    await enforceLimit(ctx, tx, codeRequestLimits.hour(key))
    const own = current && (await findUnverified(tx.db, current.userId))
    const claimant = own?.emailKey === key ? own : undefined
    const occasion = await occasionOf(tx.db, { email, claimant })
    if (occasion.kind === 'register' || occasion.kind === 'forgot')
      tx.note({ accountId: occasion.accountId })
    await sendCode(ctx, tx, occasion)
  })
}

interface CodeRequest {
  email: string
  /** The account that claims this address and requests the code with its own session. */
  claimant: { id: AccountId; email: string } | undefined
}

/**
 * The reason for a code: to verify a registration, to set a new password for the holder of the address, or to verify
 * the newest claim to it.
 */
async function occasionOf(db: Db, { email, claimant }: CodeRequest): Promise<CodeEmail> {
  const holder = await findPassword(db, email)
  if (claimant !== undefined)
    return holder === undefined
      ? { kind: 'register', accountId: claimant.id, to: claimant.email }
      : { kind: 'taken', to: claimant.email }
  if (holder !== undefined) return { kind: 'forgot', accountId: holder.accountId, to: holder.email }
  const claim = await findClaim(db, email)
  if (claim !== undefined) return { kind: 'register', accountId: claim.accountId, to: claim.email }
  return { kind: 'none', to: email }
}

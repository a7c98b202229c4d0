import { otpResendS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { transact } from '../../platform/database/transact.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countAttempt, uncountAttempt } from './attempts-store.ts'

type CountCtx = Pick<Ctx, 'clock' | 'db'>

/** So many in a window of time, counted under a key. */
interface Limit {
  readonly key: string
  readonly max: number
  readonly windowS: number
}

const quarterS = 15 * 60
const hourS = 60 * 60
const dayS = 24 * hourS

/** Wrong passwords for one e-mail address: from everywhere, and from one place, which of IPv6 is a /64. */
export function signInLimits(emailKey: string, address: string): Limit[] {
  return [
    { key: `sign-in:${emailKey}`, max: 20, windowS: quarterS },
    { key: `sign-in:${emailKey}:${networkOf(address)}`, max: 10, windowS: quarterS },
  ]
}

/** Wrong passwords of somebody who is signed in. */
export function confirmLimits(userId: AccountId): Limit[] {
  return [{ key: `confirm:${userId}`, max: 10, windowS: quarterS }]
}

/** How often codes may be asked for, which is the same for every address, known or not. */
export const codeRequestLimits = {
  minute: (emailKey: string): Limit => ({ key: `ask:${emailKey}`, max: 1, windowS: otpResendS }),
  hour: (emailKey: string): Limit => ({ key: `codes:${emailKey}`, max: 5, windowS: hourS }),
}

/** How often a letter really goes out to an address. */
export function emailLimit(emailKey: string): Limit {
  return { key: `letter:${emailKey}`, max: 1, windowS: otpResendS }
}

/** How often people are invited: by one person, and with a letter to one mailbox, from whichever company. */
export const inviteLimit = {
  day: (userId: AccountId): Limit => ({ key: `invites:${userId}`, max: 50, windowS: dayS }),
  emails: (emailKey: string): Limit => ({ key: `invited:${emailKey}`, max: 5, windowS: dayS }),
}

/** How many companies one person founds in a day, those counted that are closed again. */
export function foundingLimit(userId: AccountId): Limit {
  return { key: `founded:${userId}`, max: 20, windowS: dayS }
}

/** How many may redeem one access code, and from one network, in a day: each of them is given welcome credit. */
export function joinLimits(codeHash: string, network: string | null): Limit[] {
  const ofCode = { key: `joined:${codeHash}`, max: 200, windowS: dayS }
  if (network === null) return [ofCode]
  return [ofCode, { key: `joined:${network}`, max: 10, windowS: dayS }]
}

/**
 * Counts before the secret is looked at, so that a thousand tries at one moment are not compared before the first is
 * counted; {@link refundAttempt} takes back the one that was right. Its transaction is not the request's: a try that fails
 * must count all the same, and the audit log's entry belongs to what comes of it.
 * @throws Refused `too_many_requests` with the seconds left
 */
export async function consumeAttempt(ctx: CountCtx, limits: readonly Limit[]): Promise<void> {
  await transact(ctx.db, async (tx) => {
    for (const limit of limits) await enforceLimit(ctx, tx, limit)
  })
}

/** A try that was right does not count. */
export async function refundAttempt(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits) await uncountAttempt(tx, key)
}

/** Counts one in the open transaction. @throws Refused `too_many_requests` with the seconds left */
export async function enforceLimit(ctx: Pick<Ctx, 'clock'>, tx: Tx, limit: Limit): Promise<void> {
  const over = await secondsOver(ctx, tx, limit)
  if (over > 0) throw new Refused('too_many_requests', { details: { seconds: over } })
}

/** Counts one, and says without refusing whether it was still within the limit. */
export async function isWithinLimit(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  limit: Limit,
): Promise<boolean> {
  return (await secondsOver(ctx, tx, limit)) === 0
}

/** Counts one: 0 within the limit, else the seconds until the window ends. */
export async function secondsOver(ctx: Pick<Ctx, 'clock'>, tx: Tx, limit: Limit): Promise<number> {
  const now = ctx.clock.now()
  const { count, windowEndsAt } = await countAttempt(tx, { ...limit, now })
  if (count <= limit.max) return 0
  return Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000))
}

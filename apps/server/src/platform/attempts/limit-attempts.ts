import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../ctx.ts'
import { transact } from '../database/transact.ts'
import { countAttempt, uncountAttempt } from './attempts-store.ts'

type CountCtx = Pick<Ctx, 'clock' | 'db'>

/** A number of attempts in a window of time, counted by key. */
export interface AttemptLimit {
  readonly key: string
  readonly max: number
  readonly windowS: number
}

/**
 * Counts before the secret is compared, so that a thousand concurrent tries are not all compared before the first is
 * counted; {@link refundAttempt} uncounts a successful one. It has its own transaction, apart from the request's: a try
 * that fails must count all the same, and the audit log's entry belongs to the request's outcome.
 * @throws Refused `too_many_requests` with the seconds left
 */
export async function consumeAttempt(
  ctx: CountCtx,
  limits: readonly AttemptLimit[],
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    for (const limit of limits) await enforceLimit(ctx, tx, limit)
  })
}

/** Uncounts a successful try. */
export async function refundAttempt(tx: Tx, limits: readonly AttemptLimit[]): Promise<void> {
  for (const { key } of limits) await uncountAttempt(tx, key)
}

/** Counts one in the open transaction. @throws Refused `too_many_requests` with the seconds left */
export async function enforceLimit(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  limit: AttemptLimit,
): Promise<void> {
  const over = await secondsOver(ctx, tx, limit)
  if (over > 0) throw new Refused('too_many_requests', { details: { seconds: over } })
}

/** Counts one, and returns whether it was still within the limit. */
export async function isWithinLimit(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  limit: AttemptLimit,
): Promise<boolean> {
  return (await secondsOver(ctx, tx, limit)) === 0
}

/** Counts one: 0 within the limit, else the seconds until the window ends. */
export async function secondsOver(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  limit: AttemptLimit,
): Promise<number> {
  const now = ctx.clock.now()
  const { count, windowEndsAt } = await countAttempt(tx, { ...limit, now })
  if (count <= limit.max) return 0
  return Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1_000))
}

import type { AccountId, RewardId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { markHeld, markReleased } from './rewards-store.ts'

/** A reward of an account. */
export interface RewardOf {
  readonly accountId: AccountId
  readonly id: RewardId
}

/**
 * Freezes a reward, so that it is not claimed until {@link releaseReward}. Returns whether it did: not one that was
 * claimed, taken back, or is frozen. Of a claim at the same instant and this, the one that has the row first wins.
 */
export async function holdReward(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  { accountId, id }: RewardOf,
): Promise<boolean> {
  if (!(await markHeld(tx, id, clock.now()))) return false
  await tx.publish({ topic: 'rewards', transient: true, accountId, subject: id })
  return true
}

/** Lets a frozen reward go on, with the pending time that it had left. Others stay as they are. */
export async function releaseReward(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  { accountId, id }: RewardOf,
): Promise<void> {
  await markReleased(tx, id, clock.now())
  await tx.publish({ topic: 'rewards', transient: true, accountId, subject: id })
}

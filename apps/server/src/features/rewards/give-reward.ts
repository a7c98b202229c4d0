import type { AccountId, MissionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type LedgerCtx, postReward } from '../ledger/index.ts'
import { insertReward } from './rewards-store.ts'
import type { RewardRow } from './schema.ts'

/** A reward for an account. */
export interface GivenReward {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  /** Names the occasion: the same key is rewarded once. Begin it with the source. */
  readonly key: string
  /** One line that the account reads. */
  readonly text: string
  /** What gives it, such as `operator`. */
  readonly source: string
  /** From when it can be claimed. */
  readonly payableAt: Date
  /** The mission whose budget pays it; the platform's credit by default. */
  readonly missionId?: MissionId
}

/**
 * Gives a reward, which the account claims to its balance from its payable time on. Returns `null`, and gives nothing,
 * when the key was used before.
 */
export async function giveReward(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, key, text, source, payableAt, missionId }: GivenReward,
): Promise<RewardRow | null> {
  const transactionId = await postReward(ctx, tx, {
    ...{ accountId, microUsd, key, text },
    budget: missionId ?? null,
  })
  if (transactionId === null) return null
  const row = await insertReward(tx, {
    ...{ id: ctx.ids.mint('reward'), account_id: accountId, key, source, text },
    ...{ micro_usd: microUsd, payable_at: payableAt, transaction_id: transactionId },
    created_at: ctx.clock.now(),
  })
  await tx.publish({ topic: 'rewards', transient: true, accountId, subject: row.id })
  return row
}

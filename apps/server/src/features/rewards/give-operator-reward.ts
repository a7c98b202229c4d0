import { Refused } from '@gridloom/contract/errors'
import type { NewReward, RewardEntry } from '@gridloom/contract/rewards/reward'
import type { Ctx } from '../../platform/ctx.ts'
import { accountByEmail, operatorOf } from '../accounts/index.ts'
import { giveReward } from './give-reward.ts'
import { rewardEntry } from './reward-entry.ts'
import { findByKey } from './rewards-store.ts'

/**
 * Gives a reward by the operator's hand, with a reason. The same key with the same request gives it once.
 * @throws Refused `forbidden`; `not_found` for an unknown address; `idempotency_conflict` when the key was used for
 * another account, amount or reason
 */
export async function giveOperatorReward(ctx: Ctx, wanted: NewReward): Promise<RewardEntry> {
  operatorOf(ctx)
  const accountId = await accountByEmail(ctx.db, wanted.email)
  if (accountId === null) throw new Refused('not_found', { details: { what: 'account' } })
  const { micro_usd: microUsd, text } = wanted
  const now = ctx.clock.now()
  const payableAt = wanted.payable_at === undefined ? now : new Date(wanted.payable_at)
  const key = `operator:${wanted.key}`
  const row = await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    const given = await giveReward(ctx, tx, {
      ...{ accountId, microUsd, key, text, payableAt },
      source: 'operator',
    })
    return given ?? (await findByKey(tx.db, key))
  })
  if (row?.account_id !== accountId || row.micro_usd !== microUsd || row.text !== text)
    throw new Refused('idempotency_conflict')
  return rewardEntry(row, now)
}

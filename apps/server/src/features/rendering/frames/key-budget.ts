import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type KeySpendCtx, refuseBeyondBudget } from '../../budgets/index.ts'
import { lockKeyBudget } from '../../keys/index.ts'
import type { JobRow } from '../schema.ts'

/**
 * Refuses to set more aside for a job than the budget of the key that asks covers. What a job holds and was charged
 * counts against the key that made it, whoever asks; a person may go beyond that. Another key that has a budget pays for
 * no job that is not its own: what it would spend so is counted by no one.
 * @throws Refused `key_budget_exceeded`, `forbidden`
 */
export async function refuseBeyondKeyBudget(
  ctx: KeySpendCtx & Pick<Ctx, 'actor'>,
  tx: Tx,
  { job, microUsd }: { job: JobRow; microUsd: MicroUsd },
): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'account' || actor.via.kind !== 'key') return
  const { keyId } = actor.via
  if (keyId === job.api_key_id) return refuseBeyondBudget(ctx, tx, { keyId, microUsd })
  if ((await lockKeyBudget(tx, keyId)) !== null)
    throw new Refused('forbidden', { internal: 'a key with a budget pays for a job of another' })
}

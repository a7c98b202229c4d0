import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { type KeySpendCtx, refuseBeyondBudget } from '../../budgets/index.ts'
import { lockKeyBudget } from '../../keys/index.ts'
import type { JobRow } from '../schema.ts'

/**
 * Refuses a hold for a job beyond the budget of the calling key. A job's hold and charges count against the key that
 * created it, even if another caller changes the job; a signed-in user may exceed that budget. Another key with a
 * budget cannot pay for a job that is not its own: that spend would be counted against no key.
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

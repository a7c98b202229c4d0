import { trustTerms } from '@gridloom/contract/reputation/trust'
import type { ReputationCtx } from '../ctx.ts'
import { deleteFacts, listOldFacts } from './earlier-facts-store.ts'
import { lockChain } from './evidence-store.ts'

const dayMs = 86_400_000
const factsAtOnce = 10_000

/**
 * Deletes facts that are too old to count. The last deleted one of a machine becomes the anchor, after which the rest of
 * its chain begins. A fact counts from when it happened, which is not after it was recorded.
 */
export async function tidyEvidence(ctx: ReputationCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - (trustTerms.keptDays + 1) * dayMs)
  const old = await listOldFacts(ctx.db, before, factsAtOnce)
  for (const fact of old)
    await ctx.transact(async (tx) => {
      await lockChain(tx, fact.machineId)
      await deleteFacts(tx, fact)
    })
}

import type { AccountId } from '@gridloom/contract/core/ids'
import { plannedPostsMax } from '@gridloom/contract/posts/post'
import type { Tx } from '../../platform/ctx.ts'
import type { Quota } from '../../platform/feature.ts'
import { readTier } from '../tiers/index.ts'
import { countPlanned } from './posts-store.ts'

export const plannedPostQuota: Quota = {
  max: plannedPostsMax,
  what: 'planned posts',
  used: countPlanned,
}

/** The quota of a user, with what their tier adds. */
export async function plannedPostQuotaOf(tx: Tx, accountId: AccountId, now: Date): Promise<Quota> {
  const { planned_posts_more: more } = await readTier(tx.db, accountId, now)
  return { ...plannedPostQuota, max: plannedPostQuota.max + more }
}

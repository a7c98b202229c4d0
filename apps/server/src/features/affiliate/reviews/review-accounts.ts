import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountId } from '@gridloom/contract/core/ids'
import { copiedSignal, deletedSignal } from '@gridloom/domain/affiliate/account-signals'
import { type CopiedPost, createCopyFinder } from '@gridloom/domain/affiliate/copied-posts'
import type { Ctx } from '../../../platform/ctx.ts'
import { holdAccount } from './hold-account.ts'
import {
  selectAllowedTexts,
  selectLives,
  selectPostTexts,
  selectWithGone,
} from './posts-facts-store.ts'
import { reviewVisits, spanBegin, visitorsMin } from './review-visits.ts'
import { deleteOldReviews } from './reviews-store.ts'
import { selectVisited } from './visits-store.ts'

type ReviewCtx = Pick<Ctx, 'db' | 'clock' | 'log' | 'transact' | 'signal'>

const dayMs = 86_400_000
const atOnce = 500
const postsMax = 10_000
const copiesDays = 30
const livesDays = 90
/** Posts that are compared before others get their turn. */
const comparedAtOnce = 100
const boughtDays = 400

/** Looks for visitors that look bought, at each account with enough of them; each has a transaction of its own. */
export async function reviewAllVisits(ctx: ReviewCtx): Promise<void> {
  const since = spanBegin(ctx.clock.now())
  let after = ''
  for (;;) {
    const visited = { since, visitors: visitorsMin, after, limit: atOnce }
    const accounts = await selectVisited(ctx.db, visited)
    for (const account of accounts) {
      if (ctx.signal.aborted) return
      await ctx.transact((tx) => reviewVisits(ctx, tx, account))
    }
    after = accounts.at(-1) ?? after
    if (accounts.length < atOnce) return
  }
}

/** Looks for posts that repeat those of others, and for accounts that delete posts after a reward. */
export async function reviewPosts(ctx: ReviewCtx): Promise<void> {
  const now = ctx.clock.now().getTime()
  for (const [account, copies] of await copiesByAccount(ctx, new Date(now - copiesDays * dayMs))) {
    const signal = copiedSignal(copies)
    if (signal !== null) await ctx.transact((tx) => holdAccount(ctx, tx, { account, signal }))
  }
  const since = new Date(now - livesDays * dayMs)
  for (const account of await selectWithGone(ctx.db, since)) {
    if (ctx.signal.aborted) return
    const { posts, rewardedAt } = await selectLives(ctx.db, account, since)
    const signal = deletedSignal(posts, rewardedAt)
    if (signal !== null) await ctx.transact((tx) => holdAccount(ctx, tx, { account, signal }))
  }
  const boughtBefore = new Date(now - boughtDays * dayMs)
  await ctx.transact((tx) => deleteOldReviews(tx, { now: new Date(now), boughtBefore }))
}

async function copiesByAccount(
  { db }: Pick<ReviewCtx, 'db'>,
  since: Date,
): Promise<Map<AccountId, CopiedPost[]>> {
  const finder = createCopyFinder(await selectAllowedTexts(db))
  const found = new Map<AccountId, CopiedPost[]>()
  const posts = await selectPostTexts(db, { since, limit: postsMax })
  for (const [nth, post] of posts.entries()) {
    if (nth % comparedAtOnce === 0) await nextTurn()
    const copy = finder.add(post)
    if (copy !== undefined) found.set(post.account, [...(found.get(post.account) ?? []), copy])
  }
  return found
}

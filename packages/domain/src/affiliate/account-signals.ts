import type { AccountRule } from '@gridloom/contract/affiliate/account-review'
import type { BoughtVisits } from './bought-visits.ts'
import type { CopiedPost } from './copied-posts.ts'

/** What a rule found about an account, with sentences of evidence. Each holds by itself. */
export interface AccountSignal {
  readonly rule: AccountRule
  readonly evidence: string
}

/** A published post, and when it was found gone. */
export interface PostLife {
  readonly publishedAt: Date
  readonly goneAt: Date | null
}

const dayMs = 86_400_000
/** One repeated post may be a quotation, or chance. */
const copiesMin = 2
/** So many, and so much of the posts that earned: who deletes now and then keeps most. */
const deletedPatterns = [
  { least: 2, share: 2 / 3 },
  { least: 3, share: 0.4 },
] as const
/** So soon after a reward, a deletion has to do with it; posts are read a last time 30 days after they were published. */
const soonDays = 30
const shownMax = 3

/** Visitors that look bought. Pure. */
export function boughtSignal(bought: readonly BoughtVisits[]): AccountSignal | null {
  if (bought.length === 0) return null
  const most = bought.toSorted((one, other) => other.visitors - one.visitors).slice(0, shownMax)
  return { rule: 'bought_visits', evidence: most.map(({ evidence }) => evidence).join(' ') }
}

/** Posts of an account that repeat posts of others. Pure. */
export function copiedSignal(copies: readonly CopiedPost[]): AccountSignal | null {
  if (copies.length < copiesMin) return null
  const most = copies.toSorted((one, other) => other.share - one.share).slice(0, shownMax)
  const pairs = most.map(({ id, of, share }) => `${id} has ${Math.round(share * 100)} % of ${of}`)
  const evidence = `${copies.length} posts in 30 days repeat earlier posts of others, beyond texts of the library: ${pairs.join('; ')}.`
  return { rule: 'copied_posts', evidence }
}

/** Posts that were deleted soon after a reward that followed them. Pure. */
export function deletedSignal(
  posts: readonly PostLife[],
  rewardedAt: readonly Date[],
): AccountSignal | null {
  const rewards = rewardedAt.map((at) => at.getTime()).toSorted((one, other) => one - other)
  const earned = posts.flatMap(({ publishedAt, goneAt }) => {
    const end = goneAt?.getTime() ?? Number.POSITIVE_INFINITY
    const last = rewards.findLast((at) => at >= publishedAt.getTime() && at <= end)
    return last === undefined ? [] : [{ isDeleted: end - last <= soonDays * dayMs }]
  })
  const deleted = earned.filter(({ isDeleted }) => isDeleted).length
  const isPattern = deletedPatterns.some(
    ({ least, share }) => deleted >= least && deleted >= share * earned.length,
  )
  if (!isPattern) return null
  const evidence = `${deleted} of ${earned.length} posts in 90 days were gone within ${soonDays} days of a reward that followed them.`
  return { rule: 'deleted_posts', evidence }
}

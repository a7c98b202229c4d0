import type { AccountId } from '@gridloom/contract/core/ids'
import type { LostPost } from '@gridloom/contract/missions/mission'
import { countPosts, lostPosts, type OwnLinks } from '@gridloom/domain/missions/count-posts'
import { periodByKey } from '@gridloom/domain/missions/mission-periods'
import { areStepsMet } from '@gridloom/domain/missions/mission-steps'
import type { Tx } from '../../../platform/ctx.ts'
import { readReferralCodes, referrersAbove } from '../../affiliate/index.ts'
import { publishNotice } from '../../notices/index.ts'
import { type PublishedPostFacts, publishedPostsOf } from '../../posts/index.ts'
import { holdReward } from '../../rewards/index.ts'
import { takeBackPoints } from '../../tiers/index.ts'
import { pointsKeyOf } from '../claims/claim-mission.ts'
import { lockTree, type PostClaim, selectPostClaims, updateClaim } from '../claims/claims-store.ts'
import { publishMissions } from '../claims/publish-missions.ts'
import { recordDecision } from '../claims/record-decision.ts'
import type { MissionsCtx } from '../ctx.ts'

const foundCharsMax = 300

type HoldCtx = Pick<MissionsCtx, 'clock' | 'ids' | 'log' | 'publicUrl'>

/**
 * Holds the claims of an account whose posts were lost, where their steps are no longer met without them; the operator
 * decides. A reward that was not claimed is frozen; of one that was, the claim says so.
 *
 * A claim that was measured before a post was lost holds the lock of the tree: this waits for it, and then finds the
 * claim. One that comes later measures without the post. A second run finds no further lost posts, and changes nothing.
 */
export async function holdClaims(ctx: HoldCtx, tx: Tx, accountId: AccountId): Promise<void> {
  await lockTree(tx, await referrersAbove(tx.db, accountId))
  const claims = await selectPostClaims(tx.db, accountId)
  if (claims.length === 0) return
  const codes = await readReferralCodes(tx.db, accountId)
  for (const claim of claims) {
    const lost = await newlyLost(tx, claim, { codes, origin: ctx.publicUrl })
    if (lost.length > 0) await hold(ctx, tx, claim, lost)
  }
}

/** The posts that a claim is no longer met without, and that are not known to it; none where it is met. */
async function newlyLost(tx: Tx, claim: PostClaim, links: OwnLinks): Promise<LostPost[]> {
  const { starts_at: startsAt, ends_at: endsAt, repeat, terms } = claim
  const period = periodByKey({ startsAt, endsAt, repeat }, claim.period)
  if (period === null) return []
  const posts = await publishedPostsOf(tx.db, claim.account_id, period)
  const known = new Set(claim.lost_posts.map(({ url }) => url))
  const lost = lostPosts(posts, links).filter(({ url }) => !known.has(url))
  const value = countPosts(posts, links)
  // The other steps were met, or not, as the claim found them: only posts are lost.
  const steps = claim.evidence.map((step) => ({
    value: step.fact === 'posts_published' ? value : step.value,
    atLeast: step.at_least,
  }))
  return areStepsMet(terms.match, steps) ? [] : lost.flatMap(lostView)
}

function lostView({ channel, url, gone, check }: PublishedPostFacts): LostPost[] {
  if (check === null) return []
  const found = check.found.slice(0, foundCharsMax).toWellFormed()
  const outcome = gone ? 'gone' : check.outcome
  return [{ channel, url, outcome, at: check.at.toISOString(), found }]
}

async function hold(
  ctx: HoldCtx,
  tx: Tx,
  claim: PostClaim,
  lost: readonly LostPost[],
): Promise<void> {
  const { id, account_id: accountId, reward_id: rewardId } = claim
  const lost_posts = [...claim.lost_posts, ...lost]
  await publishMissions(tx, accountId, id)
  if (claim.state === 'held')
    return updateClaim(tx, id, { lost_posts: JSON.stringify(lost_posts), released_by: [] })
  await takeBackPoints(ctx, tx, pointsKeyOf(id))
  const isFrozen = rewardId !== null && (await holdReward(ctx, tx, { accountId, id: rewardId }))
  await updateClaim(tx, id, {
    ...{ state: 'held', held_reason: 'post_gone', lost_posts: JSON.stringify(lost_posts) },
    ...{ reward_claimed: rewardId !== null && !isFrozen, released_by: [], decision_text: null },
  })
  await recordDecision(ctx, tx, claim, 'held')
  const { title } = claim.terms
  const what = isFrozen ? 'The reward' : 'The claim'
  const text = `${what} of the mission ${title} is under review: ${lostWords(lost)}. You can appeal under Missions.`
  const notice = { key: `mission-held:${id}:${lost_posts.length}`, level: 'warning' as const, text }
  await publishNotice(ctx, tx, { accountId, notice, mail: null })
  ctx.log.info(
    { event: 'missions.claim_suspended', accountId, claim: id, posts: lost.length, isFrozen },
    'a claim was held because posts that it counted are gone',
  )
}

function lostWords(lost: readonly LostPost[]): string {
  const [first, ...others] = lost
  if (first === undefined) throw new RangeError('a claim is held for a post')
  if (others.length > 0) return `${lost.length} posts that it counted are gone or were changed`
  return `a post that it counted ${words[first.outcome]}`
}

const words: Record<LostPost['outcome'], string> = {
  there: 'was changed',
  unreadable: 'was changed',
  changed: 'was changed',
  link_missing: 'lost your referral link',
  not_disclosed: 'does not say any more that it is advertising',
  gone: 'is not public any more',
}

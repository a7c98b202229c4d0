import type { MissionClaimId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  ClaimDecision,
  MissionClaimState,
  ReviewedClaim,
} from '@gridloom/contract/missions/mission'
import { type ClaimStep, claimStep } from '@gridloom/domain/missions/decide-claim'
import { type Tx, userOf } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { referrersAbove } from '../../affiliate/index.ts'
import { releasesNeeded, reviewedView } from '../claims/claim-view.ts'
import { lockClaim, lockTree, selectClaims, updateClaim } from '../claims/claims-store.ts'
import { publishMissions } from '../claims/publish-missions.ts'
import { recordDecision } from '../claims/record-decision.ts'
import type { MissionsCtx } from '../ctx.ts'
import { loadMissionSettings } from '../settings-store.ts'
import type { Deciding } from './deciding.ts'
import { payAfterAppeal, payHeld } from './pay-decided.ts'
import { rejectClaim, takeBack } from './reject-claim.ts'

/** A page of claims in a state, or those that need a decision. @throws Refused `unauthorized`, `forbidden` */
export async function listClaims(
  ctx: MissionsCtx,
  query: { state: MissionClaimState | 'open'; page: number; page_size: number },
): Promise<{ claims: ReviewedClaim[]; total: number }> {
  operatorOf(ctx)
  const { two_releases_above_micro_usd: twoAbove } = await loadMissionSettings(ctx.db)
  const rows = await selectClaims(ctx.db, { state: query.state }, query)
  return { claims: rows.map((row) => reviewedView(row, twoAbove)), total: rows[0]?.total ?? 0 }
}

/**
 * Decides on a claim: pays or rejects one that is held, or that another operator rejected and its account appealed, or
 * takes a reward back that its account has not claimed.
 * @throws Refused `not_found`; `state_conflict` for a claim in another state, a reward that was claimed, and a second
 * release, or a review of a rejection, by one operator; `mission_reward_bound` where fees were given back since the claim
 */
export async function decideOnClaim(
  ctx: MissionsCtx,
  id: MissionClaimId,
  decision: ClaimDecision,
): Promise<ReviewedClaim> {
  operatorOf(ctx)
  const settings = await loadMissionSettings(ctx.db)
  const found = await ctx.transact(async (tx) => {
    const [listed] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
    if (listed === undefined) throw new Refused('not_found', { details: { what: 'claim' } })
    const line = await referrersAbove(tx.db, listed.account_id)
    // The order of a claim: its tree before its rows.
    await lockTree(tx, line)
    const row = await lockClaim(tx, id)
    if (row === undefined) throw new Refused('not_found', { details: { what: 'claim' } })
    tx.note({ subject: id })
    await decide(ctx, tx, { row, line, settings, reason: decision.reason }, decision.decision)
    await publishMissions(tx, row.account_id, id)
    const [decided] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
    if (decided !== undefined) await recordDecision(ctx, tx, row, decided.state)
    return decided ?? listed
  })
  return reviewedView(found, settings.two_releases_above_micro_usd)
}

async function decide(
  ctx: MissionsCtx,
  tx: Tx,
  deciding: Deciding,
  decision: ClaimDecision['decision'],
): Promise<void> {
  const { row, settings } = deciding
  const operator = userOf(ctx)
  const found = claimStep(
    {
      ...{ state: row.state, releasedBy: row.released_by, rejectedBy: row.rejected_by },
      isAppealed: row.appealed_at !== null,
      isAppealDecided: row.appeal_decided_at !== null,
    },
    {
      ...{ decision, operator },
      releasesNeeded: releasesNeeded(row, settings.two_releases_above_micro_usd),
    },
  )
  if ('refused' in found) throw conflict(found.refused)
  await steps[found.step](ctx, tx, deciding)
}

const steps: Record<ClaimStep, (ctx: MissionsCtx, tx: Tx, deciding: Deciding) => Promise<void>> = {
  count_release: (ctx, tx, { row }) =>
    updateClaim(tx, row.id, { released_by: [...row.released_by, userOf(ctx)] }),
  pay: payHeld,
  pay_after_appeal: payAfterAppeal,
  reject: rejectClaim,
  uphold: (ctx, tx, { row, reason }) =>
    updateClaim(tx, row.id, { decision_text: reason, appeal_decided_at: ctx.clock.now() }),
  take_back: async (ctx, tx, deciding) => {
    if (!(await takeBack(ctx, tx, deciding))) throw conflict('claimed')
  },
}

function conflict(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'claim', state } })
}

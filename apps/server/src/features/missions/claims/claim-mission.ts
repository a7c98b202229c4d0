import type { AccountId, MissionClaimId, RewardId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  ClaimHeldReason,
  MissionClaim,
  MissionSettings,
  StepProgress,
} from '@gridloom/contract/missions/mission'
import { isForAccount } from '@gridloom/domain/missions/is-for-account'
import { progressWords } from '@gridloom/domain/missions/step-sentence'
import { heldDays } from '@gridloom/domain/tiers/tier-of'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { requireVerified } from '../../accounts/index.ts'
import { doubtOf, referrersAbove, reviewVisits } from '../../affiliate/index.ts'
import { giveReward } from '../../rewards/index.ts'
import { givePoints, readTier } from '../../tiers/index.ts'
import { readAudienceAccount } from '../audience-account.ts'
import type { MissionsCtx } from '../ctx.ts'
import { missionClaimed } from '../events.ts'
import { type OpenMission, putStart, selectOpen, takeClaim } from '../missions-store.ts'
import { personOf } from '../person-of.ts'
import { loadMissionSettings } from '../settings-store.ts'
import { claimView } from './claim-view.ts'
import { insertClaim, lockTree, selectClaims, selectPastClaims } from './claims-store.ts'
import { type Candidate, findCandidates, graceMsOf, measureMission } from './find-candidates.ts'
import { publishMissions } from './publish-missions.ts'
import { requireCovered } from './require-covered.ts'

const dayMs = 86_400_000

/** Rewards of missions have this source, and keys that begin with it. */
export const missionSource = 'mission'

/**
 * Claims the current mission of the caller: the one that is current when the call arrives, so that the second of two
 * equal calls never claims the next one. Claims within one tree of referrals run one after the other, and those of a
 * mission share its counter: a period is paid once, and the budget is never exceeded.
 * @throws Refused `email_unverified`, and those of the contract
 */
export async function claimMission(ctx: MissionsCtx): Promise<MissionClaim> {
  const accountId = personOf(ctx)
  await requireVerified(ctx.db, accountId)
  const settings = await loadMissionSettings(ctx.db)
  const { candidates } = await findCandidates(ctx, accountId, settings)
  const [current] = candidates
  if (current === undefined || current.after.length > 0) throw new Refused('mission_none')
  return ctx.transact(async (tx) => claimIn(ctx, tx, { accountId, settings, current }))
}

interface Claiming {
  readonly accountId: AccountId
  readonly settings: MissionSettings
  readonly current: Candidate
}

async function claimIn(ctx: MissionsCtx, tx: Tx, claiming: Claiming): Promise<MissionClaim> {
  const { accountId, settings, current } = claiming
  const { period, claimUntil } = current
  const line = await referrersAbove(tx.db, accountId)
  await lockTree(tx, line)
  const mission = await openAgain(ctx, tx, claiming)
  await reviewVisits(ctx, tx, accountId)
  const { steps, met } = await measureMission({ ...ctx, db: tx.db }, { accountId, mission, period })
  if (!met) throw unmet(steps)
  const rewardMicroUsd = mission.reward_micro_usd
  const share = settings.share_basis_points
  // Points alone cost no money.
  if (rewardMicroUsd > 0) await requireCovered(ctx, tx, { line, rewardMicroUsd, share, claimUntil })
  if (!(await takeClaim(tx, mission.id))) throw new Refused('mission_used_up')
  const heldReason = await doubtOf(tx, accountId, ctx.clock.now())
  return store(ctx, tx, { accountId, current: { ...current, mission, steps }, heldReason })
}

/** Reads the mission again under the lock. @throws Refused `mission_none`, `mission_claimed` */
async function openAgain(
  ctx: MissionsCtx,
  tx: Tx,
  { accountId, settings, current }: Claiming,
): Promise<OpenMission> {
  const now = ctx.clock.now()
  const { id } = current.mission
  const claims = await selectPastClaims(tx.db, accountId)
  if (claims.some((one) => one.mission_id === id && one.period === current.period.key))
    throw new Refused('mission_claimed')
  const found = { accountId, now, graceMs: graceMsOf(settings), id }
  const [mission] = await selectOpen(tx.db, found)
  if (mission === undefined || now >= current.claimUntil) throw new Refused('mission_none')
  // The account may have left the audience since.
  if (!isForAccount(mission.terms.audience, await readAudienceAccount(tx.db, accountId, now)))
    throw new Refused('mission_none')
  return mission
}

function unmet(steps: readonly StepProgress[]): Refused {
  const missing = steps
    .filter((step) => !step.met)
    .map((step) => `${step.text} (${progressWords(step)})`)
  return new Refused('mission_unmet', { details: { missing: missing.join('; ') } })
}

async function store(
  ctx: MissionsCtx,
  tx: Tx,
  {
    accountId,
    current,
    heldReason,
  }: Pick<Claiming, 'accountId' | 'current'> & {
    heldReason: ClaimHeldReason | null
  },
): Promise<MissionClaim> {
  const { mission, period } = current
  const { id: missionId, own_version: version, reward_micro_usd: microUsd } = mission
  const { reward_points: points } = mission
  const at = ctx.clock.now()
  const id = ctx.ids.mint('missionClaim')
  await putStart(tx, { account_id: accountId, mission_id: missionId, version, started_at: at })
  const rewardId =
    heldReason === null
      ? await payMission(ctx, tx, { accountId, mission, period: period.key, claimId: id })
      : null
  const isNew = await insertClaim(tx, {
    ...{ id, mission_id: missionId, version, account_id: accountId, period: period.key },
    ...{ claim_until: current.claimUntil, state: heldReason === null ? 'paid' : 'held' },
    ...{ micro_usd: microUsd, points, evidence: JSON.stringify(current.steps), claimed_at: at },
    ...{ held_reason: heldReason, reward_id: rewardId },
  })
  if (!isNew) throw new Refused('mission_claimed')
  tx.note({ subject: id })
  const payload = { mission_id: missionId, reward_micro_usd: microUsd, held: heldReason !== null }
  await recordEvents(ctx, tx, [missionClaimed.of({ subject: id, accountId, payload })])
  await publishMissions(tx, accountId, id)
  ctx.log.info(
    { event: 'missions.reward_claimed', accountId, missionId, microUsd, heldReason },
    'the reward of a mission was claimed',
  )
  const [claim] = await selectClaims(tx.db, { id }, { page: 1, page_size: 1 })
  if (claim === undefined) throw new RangeError(`claim ${id} is gone`)
  return claimView(claim)
}

/** The key of the points that a claim gave. */
export const pointsKeyOf = (id: MissionClaimId): string => `claim:${id}`

/** Gives the points of a claim, which count while it is paid. */
export async function giveClaimPoints(
  ctx: Pick<MissionsCtx, 'clock' | 'log'>,
  tx: Tx,
  { accountId, mission, claimId }: Omit<MissionReward, 'period'>,
): Promise<void> {
  const { reward_points: points } = mission
  await givePoints(ctx, tx, {
    ...{ accountId, points, text: textOf(mission), key: pointsKeyOf(claimId) },
  })
}

const textOf = ({ terms }: MissionReward['mission']): string => `Mission: ${terms.title}`

/** The reward of a mission for one account and period. */
export interface MissionReward {
  readonly accountId: AccountId
  readonly mission: Pick<OpenMission, 'id' | 'reward_micro_usd' | 'reward_points' | 'terms'>
  readonly period: string
  readonly claimId: MissionClaimId
}

/**
 * Gives the points of a reward, and pays its money from the budget of its mission, pending for as long as the account's
 * tier says. Returns `null` where it is points alone. @throws Refused `mission_claimed` when it was paid before
 */
export async function payMission(
  ctx: Pick<MissionsCtx, 'ids' | 'clock' | 'log'>,
  tx: Tx,
  { accountId, mission, period, claimId }: MissionReward,
): Promise<RewardId | null> {
  const { id: missionId, reward_micro_usd: microUsd, terms } = mission
  const now = ctx.clock.now()
  // Before the points, which may be enough for another tier.
  const days = heldDays(terms.holding_days, await readTier(tx.db, accountId, now))
  await giveClaimPoints(ctx, tx, { accountId, mission, claimId })
  if (microUsd === 0) return null
  const given = await giveReward(ctx, tx, {
    ...{ accountId, microUsd, missionId, source: missionSource, text: textOf(mission) },
    key: `${missionSource}:${missionId}:${accountId}:${period}`,
    payableAt: new Date(now.getTime() + days * dayMs),
  })
  if (given === null) throw new Refused('mission_claimed')
  return given.id
}

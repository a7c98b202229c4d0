import type { AccountId, MissionId } from '@gridloom/contract/core/ids'
import type { MissionSettings, StepProgress } from '@gridloom/contract/missions/mission'
import { isForAccount } from '@gridloom/domain/missions/is-for-account'
import { claimablePeriods, type MissionPeriod } from '@gridloom/domain/missions/mission-periods'
import { areStepsMet } from '@gridloom/domain/missions/mission-steps'
import { type MissionAccount, readAudienceAccount } from '../audience-account.ts'
import type { MissionsCtx } from '../ctx.ts'
import type { FactCtx } from '../facts/fact.ts'
import { measureSteps } from '../facts/measure-steps.ts'
import { type OpenMission, selectOpen, selectTitles } from '../missions-store.ts'
import type { MissionRow } from '../schema.ts'
import { type PastClaim, selectPastClaims } from './claims-store.ts'

const hourMs = 3_600_000

export const graceMsOf = (settings: MissionSettings): number => settings.grace_hours * hourMs

/** A mission that an account can do in one period, or did and can claim. */
export interface Candidate {
  readonly mission: OpenMission
  readonly period: MissionPeriod
  readonly claimUntil: Date
  readonly steps: readonly StepProgress[]
  readonly met: boolean
  /** Titles of missions that must be claimed before. */
  readonly after: readonly string[]
}

/** What {@link findCandidates} reads for one account. */
export interface FoundMissions {
  /** The current one first. */
  readonly candidates: readonly Candidate[]
  readonly claims: readonly PastClaim[]
  readonly account: MissionAccount
}

/**
 * Finds the missions of an account, each with its progress as it is now. Met ones come first, then started ones, then
 * the others; within these the one that was started last, and then by the operator's order and the end of the claim.
 * Missions that others come before are last.
 */
export async function findCandidates(
  ctx: Pick<MissionsCtx, 'clock' | 'db' | 'publicUrl'>,
  accountId: AccountId,
  settings: MissionSettings,
): Promise<FoundMissions> {
  const { db } = ctx
  const now = ctx.clock.now()
  const graceMs = graceMsOf(settings)
  const claims = await selectPastClaims(db, accountId)
  const account = await readAudienceAccount(db, accountId, now)
  const open = (await selectOpen(db, { accountId, now, graceMs })).filter(
    ({ terms, claims: taken, claims_max: max }) =>
      taken < max && isForAccount(terms.audience, account),
  )
  const titles = await selectTitles(
    db,
    open.flatMap(({ terms }) => terms.after),
  )
  const candidates: Candidate[] = []
  for (const mission of open) {
    const after = mission.terms.after.filter((id) => !isDone(claims, id))
    for (const period of unclaimedPeriods(mission, { claims, now, graceMs })) {
      const progress = await measureMission(ctx, { accountId, mission, period })
      if (period.to <= now && !progress.met) continue
      candidates.push({
        ...{ mission, period, ...progress },
        claimUntil: new Date(period.to.getTime() + graceMs),
        after: after.map((id) => titles.get(id) ?? id),
      })
    }
  }
  return { candidates: candidates.toSorted(inOrder), claims, account }
}

/** Whether a mission counts as done for those that come after it. */
function isDone(claims: readonly PastClaim[], id: MissionId): boolean {
  return claims.some(({ mission_id, state }) => mission_id === id && state === 'paid')
}

function unclaimedPeriods(
  mission: MissionRow,
  { claims, now, graceMs }: { claims: readonly PastClaim[]; now: Date; graceMs: number },
): MissionPeriod[] {
  const { starts_at: startsAt, ends_at: endsAt, repeat } = mission
  return claimablePeriods({ startsAt, endsAt, repeat }, now, graceMs).filter(
    ({ key }) =>
      !claims.some(({ mission_id, period }) => mission_id === mission.id && period === key),
  )
}

/** Measures the steps of a mission in a period, and whether they are met. */
export async function measureMission(
  ctx: FactCtx,
  of: {
    readonly accountId: AccountId
    readonly mission: OpenMission
    readonly period: MissionPeriod
  },
): Promise<{ steps: StepProgress[]; met: boolean }> {
  const { from, to } = of.period
  const { match, steps: wanted } = of.mission.terms
  const steps = await measureSteps(ctx, { accountId: of.accountId, from, to }, wanted)
  const values = steps.map(({ value, at_least: atLeast }) => ({ value, atLeast }))
  return { steps, met: areStepsMet(match, values) }
}

function inOrder(one: Candidate, other: Candidate): number {
  return (
    rankOf(one) - rankOf(other) ||
    startedMs(other) - startedMs(one) ||
    one.mission.terms.order - other.mission.terms.order ||
    one.claimUntil.getTime() - other.claimUntil.getTime() ||
    (one.mission.id < other.mission.id ? -1 : 1)
  )
}

function rankOf({ after, met, mission }: Candidate): number {
  if (after.length > 0) return 3
  if (met) return 0
  return mission.started_at === null ? 2 : 1
}

const startedMs = ({ mission }: Candidate): number => mission.started_at?.getTime() ?? 0

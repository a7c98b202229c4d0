import type { Flow } from '@gridloom/contract/accounts/flow'
import type {
  ClaimHeldReason,
  LostPost,
  Mission,
  MissionClaimState,
  MissionStreak,
} from '@gridloom/contract/missions/mission'
import { progressWords } from '@gridloom/domain/missions/step-sentence'
import type { Tone } from '../../ui/components/status-badge.tsx'

export const claimStateWords: Record<MissionClaimState, { tone: Tone; word: string }> = {
  paid: { tone: 'good', word: 'Paid' },
  held: { tone: 'busy', word: 'Under review' },
  rejected: { tone: 'bad', word: 'Rejected' },
  taken_back: { tone: 'idle', word: 'Taken back' },
}

export const heldReasonWords: Record<ClaimHeldReason, string> = {
  referral_under_review: 'One of your referrals is under review',
  account_under_review: 'Your account is under review: see Affiliate',
  referred_by_self: 'Your account looks like that of your referrer',
  post_gone: 'A post that it counted is gone or was changed',
}

/** What a check found of a post. */
export const lostWords: Record<LostPost['outcome'], string> = {
  there: 'is there',
  unreadable: 'could not be read',
  changed: 'has another text now',
  link_missing: 'has no referral link any more',
  not_disclosed: 'does not say any more that it is advertising',
  gone: 'is not public any more',
}

export const flowWords: Record<Flow, string> = {
  provider: 'Host machines',
  render: 'Render',
  startup: 'Build a company',
  hivemind: 'Join the hivemind',
}

/** Named cast: the keys of the table are the flows. */
const flows = Object.keys(flowWords) as Flow[]

export const flowChoices = flows.map((value) => ({ value, label: flowWords[value] }))

/** How a streak is kept, or begun. */
export function streakWords(streak: MissionStreak, nowMs: number): string {
  const { weeks, longest_weeks: longest, claimed_this_week: isKept, claim_before: before } = streak
  const record = longest > weeks ? `Longest: ${counted(longest, 'week')}. ` : ''
  if (isKept) return `${record}Kept this week`
  const left = timeLeft(before, nowMs).replace(' left', '')
  return weeks === 0
    ? `${record}Claim a reward to begin one`
    : `${record}Claim a reward within ${left} to keep it`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The time until then, rounded down: `6 days left`, `1 hour left`. */
export function timeLeft(until: string, nowMs: number): string {
  const leftMs = Date.parse(until) - nowMs
  if (leftMs <= 0) return 'Ended'
  if (leftMs >= 2 * dayMs) return `${Math.floor(leftMs / dayMs)} days left`
  if (leftMs >= hourMs) return `${counted(Math.floor(leftMs / hourMs), 'hour')} left`
  return `${counted(Math.max(1, Math.floor(leftMs / minuteMs)), 'minute')} left`
}

/** What a mission still needs, in words; empty where it is complete. */
export function missingWords({ met, match, steps }: Mission): string {
  if (met) return ''
  const open = steps.filter((step) => !step.met)
  const parts = open.map((step) => `${step.text} (${progressWords(step)})`)
  return `Missing: ${parts.join(match === 'all' ? '; ' : ' or ')}`
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

/** Points in full: `1,380 points`. */
export function pointsWords(points: number): string {
  return `${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'}`
}

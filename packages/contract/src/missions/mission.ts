import { z } from 'zod'
import { ChannelId } from '../channels/channel.ts'
import { AccountId, MissionClaimId, MissionId } from '../core/ids.ts'
import { BasisPoints, MicroUsd, PlainLine, PlainLines, Timestamp } from '../core/values.ts'
import { PostCheck } from '../posts/post.ts'
import { AudienceProfile, MissionAudience, openAudience } from './audience.ts'
import { MissionFact, MissionStep } from './step.ts'

/** Points that one reward gives towards a tier, beside its money. */
export const RewardPoints = z
  .int()
  .min(0)
  .max(100_000)
  .meta({ examples: [50] })

/** The part of a mission that an edit changes for those who begin later. */
const editable = {
  title: PlainLine.min(1, 'Title is required')
    .max(80)
    .meta({ examples: ['Rent for two hours'] }),
  text: PlainLines.max(1_000),
  match: z.enum(['all', 'any']),
  steps: z.array(MissionStep).min(1, 'Add a step').max(8),
  audience: MissionAudience,
  /** Missions whose reward must have been claimed before. */
  after: z.array(MissionId).max(10),
  /** Lower ones come first. */
  order: z.int().min(0).max(1_000),
  /** How long a reward is pending, in which it can be taken back; 0: claimable at once. */
  holding_days: z.int().min(0).max(90),
}

/** The part that is fixed once the mission is published: its budget rests on it. */
const fixed = {
  /** Full hours, at most 400 days apart. */
  starts_at: Timestamp,
  /** Exclusive. */
  ends_at: Timestamp,
  /** `weekly`: once per ISO week (Monday to Sunday, UTC). */
  repeat: z.enum(['once', 'weekly']),
  /** 0: it gives points alone. */
  reward_micro_usd: MicroUsd.min(0).max(10_000_000_000),
  /** Points towards the tier of the account. */
  reward_points: RewardPoints,
  /** Rewards in all, over all accounts and weeks. */
  claims_max: z.int().min(1).max(1_000_000),
}

export const MissionEdit = z.strictObject(editable)
export type MissionEdit = z.infer<typeof MissionEdit>

export const NewMission = z.strictObject({
  ...editable,
  text: editable.text.default(''),
  match: editable.match.default('all'),
  audience: editable.audience.default(openAudience),
  after: editable.after.default([]),
  order: editable.order.default(100),
  holding_days: editable.holding_days.default(0),
  ...fixed,
  reward_points: fixed.reward_points.default(0),
})
export type NewMission = z.infer<typeof NewMission>

/** Terms to change: the fixed ones only before it is published. */
export const MissionChange = z.strictObject({
  ...editable,
  ...z.strictObject(fixed).partial().shape,
})
export type MissionChange = z.infer<typeof MissionChange>

/** `ended`: what was met before can still be claimed. `closed`: the rest of the budget is returned. */
export const MissionState = z.enum(['draft', 'scheduled', 'active', 'ended', 'closed'])
export type MissionState = z.infer<typeof MissionState>

/** A mission as the operator sees it. */
export const OperatorMission = z.strictObject({
  id: MissionId,
  state: MissionState,
  version: z.int(),
  ...editable,
  ...fixed,
  /** Accounts that started it. */
  started: z.int(),
  /** Rewards that were paid, and those that wait for a decision. */
  paid: z.int(),
  held: z.int(),
  paid_micro_usd: MicroUsd,
  /** What is left of the budget in the ledger, held rewards included. */
  budget_micro_usd: MicroUsd,
  created_at: Timestamp,
  published_at: Timestamp.nullable(),
})
export type OperatorMission = z.infer<typeof OperatorMission>

/** A step with its progress: `value` of `at_least`, in the unit of the fact. */
export const StepProgress = z.strictObject({
  fact: MissionFact,
  parameter: z.int().nullable(),
  text: z.string(),
  value: z.int(),
  at_least: z.int(),
  met: z.boolean(),
})
export type StepProgress = z.infer<typeof StepProgress>

/** A mission as an account sees it, in one period. */
export const Mission = z.strictObject({
  id: MissionId,
  title: z.string(),
  text: z.string(),
  match: z.enum(['all', 'any']),
  steps: z.array(StepProgress),
  reward_micro_usd: MicroUsd,
  reward_points: RewardPoints,
  /** For the tier of the account. */
  holding_days: z.int(),
  /** `once`, or the ISO week. */
  period: z.string().meta({ examples: ['2026-W48'] }),
  repeat: z.enum(['once', 'weekly']),
  from: Timestamp,
  /** Until when the steps count. */
  to: Timestamp,
  /** Until when the reward can be claimed. */
  claim_until: Timestamp,
  claims_left: z.int(),
  started: z.boolean(),
  /** All steps that it needs are met. */
  met: z.boolean(),
  /** Titles of missions that come before it. */
  after: z.array(z.string().meta({ examples: ['Rent for two hours'] })),
})
export type Mission = z.infer<typeof Mission>

/** Weeks in a row with a claim (ISO weeks, UTC). */
export const MissionStreak = z.strictObject({
  weeks: z.int(),
  /** Of all time. */
  longest_weeks: z.int(),
  /** Whether there is a claim in this week. */
  claimed_this_week: z.boolean(),
  /** Without a claim until then, the streak begins again. */
  claim_before: Timestamp,
})
export type MissionStreak = z.infer<typeof MissionStreak>

export const Missions = z.strictObject({
  /** The one that a claim is for: met ones first, then started ones, the last started before the others. */
  current: Mission.nullable(),
  /** The others, in the same order; those that others come before are last. */
  available: z.array(Mission),
  /** Weeks in a row with a claim. */
  streak_weeks: z.int(),
  streak: MissionStreak,
  /** What decides which missions are for the account. */
  profile: AudienceProfile,
})
export type Missions = z.infer<typeof Missions>

/** `held`: the operator decides. `taken_back`: it was paid and then revoked before it was claimed from the rewards. */
export const MissionClaimState = z.enum(['paid', 'held', 'rejected', 'taken_back'])
export type MissionClaimState = z.infer<typeof MissionClaimState>

/** Why a claim is held. `post_gone`: a post that it counted is gone, or is not any more what was counted. */
export const ClaimHeldReason = z.enum([
  'referral_under_review',
  'referred_by_self',
  'account_under_review',
  'post_gone',
])
export type ClaimHeldReason = z.infer<typeof ClaimHeldReason>

/** A post that a claim counted, and what a check found of it since. */
export const LostPost = z.strictObject({
  channel: ChannelId,
  url: z.string(),
  outcome: PostCheck.shape.outcome,
  /** When it was found. */
  at: Timestamp,
  /** What could be read of it then, cut; empty where it is gone. */
  found: z.string(),
})
export type LostPost = z.infer<typeof LostPost>

/** The reward of a mission that was claimed. */
export const MissionClaim = z.strictObject({
  id: MissionClaimId,
  mission_id: MissionId,
  title: z.string(),
  period: z.string().meta({ examples: ['2026-W48'] }),
  state: MissionClaimState,
  reward_micro_usd: MicroUsd,
  reward_points: RewardPoints,
  held_reason: ClaimHeldReason.nullable(),
  /** The operator's reason for a rejection, or for taking it back. */
  decision_text: z.string().nullable(),
  /** Why it is held, where posts were lost. */
  lost_posts: z.array(LostPost),
  /** Whether the reward had been moved to the balance or to payouts when its posts were lost. */
  reward_claimed: z.boolean(),
  /** When its account appealed; a claim that is held or rejected can be appealed once. */
  appealed_at: Timestamp.nullable(),
  claimed_at: Timestamp,
})
export type MissionClaim = z.infer<typeof MissionClaim>

/** A claim as the operator decides on it. */
export const ReviewedClaim = z.strictObject({
  ...MissionClaim.shape,
  account_id: AccountId,
  email: z.string().nullable(),
  /** The facts as they were at the claim. */
  evidence: z.array(StepProgress),
  /** Releases of a reward that needs two. */
  releases: z.int(),
  releases_needed: z.int(),
  appeal_text: z.string().nullable(),
  /** Whether a decision is needed: it is held, or it was rejected and appealed. Then another operator decides. */
  open: z.boolean(),
  /** What a rejection took back from other rewards of missions, where this one had been claimed. */
  recovered_micro_usd: MicroUsd,
})
export type ReviewedClaim = z.infer<typeof ReviewedClaim>

export const ClaimDecision = z.strictObject({
  /** `release` and `reject` for one that is held, or was rejected and appealed; `take_back` for one that is paid and not yet claimed from the rewards. */
  decision: z.enum(['release', 'reject', 'take_back']),
  reason: PlainLine.min(1, 'Reason is required').max(200),
})
export type ClaimDecision = z.infer<typeof ClaimDecision>

/** The answer of an account to a claim that is held or was rejected. */
export const MissionAppeal = z.strictObject({
  text: PlainLine.min(1, 'Text is required').max(1_000),
})
export type MissionAppeal = z.infer<typeof MissionAppeal>

export const MissionSettings = z.strictObject({
  /** Of the fees less commission of an account and everyone it referred, in 90 days. */
  share_basis_points: BasisPoints.max(5_000),
  /** How long what was met within a period can be claimed after it. */
  grace_hours: z.int().min(0).max(720),
  /** A held reward above it needs the release of two operators. */
  two_releases_above_micro_usd: MicroUsd.min(0).max(1_000_000_000_000),
})
export type MissionSettings = z.infer<typeof MissionSettings>

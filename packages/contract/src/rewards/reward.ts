import { z } from 'zod'
import { TransactionId } from '../core/ids.ts'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'

/** `promotion`: promo codes and welcome credit. `credit`: for failed delivery. `reward`: earned, and to be claimed. */
export const RewardKind = z.enum(['promotion', 'credit', 'reward'])
export type RewardKind = z.infer<typeof RewardKind>

/**
 * `pending`: before its payable time. `claimable`: from then on. `added`: credit that is in the balance by itself.
 * `taken_back`: the operator took it back before it was claimed. `held`: it is under review, and cannot be claimed.
 */
export const RewardState = z.enum([
  'pending',
  'claimable',
  'claimed',
  'held',
  'taken_back',
  'added',
])
export type RewardState = z.infer<typeof RewardState>

/** Something that an account got beyond rent. */
export const RewardEntry = z.strictObject({
  transaction_id: TransactionId,
  kind: RewardKind,
  state: RewardState,
  text: z.string(),
  micro_usd: MicroUsd,
  at: Timestamp,
  /** Of a reward: from when it can be claimed. */
  payable_at: Timestamp.nullable(),
  claimed_at: Timestamp.nullable(),
})
export type RewardEntry = z.infer<typeof RewardEntry>

/** The rewards of an account by state. */
export const RewardTotals = z.strictObject({
  /** Held ones included. */
  pending_micro_usd: MicroUsd,
  claimable_micro_usd: MicroUsd,
  claimed_micro_usd: MicroUsd,
})
export type RewardTotals = z.infer<typeof RewardTotals>

export const RewardsQuery = z.strictObject({
  kind: RewardKind.optional(),
  from: Timestamp.optional(),
  /** Exclusive. */
  to: Timestamp.optional(),
  /** The `next_cursor` of the page before. */
  cursor: TransactionId.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(50),
})
export type RewardsQuery = z.infer<typeof RewardsQuery>

/** `balance`: to spend here. `payouts`: earnings that are payable at once. */
export const ClaimTarget = z.enum(['balance', 'payouts'])
export type ClaimTarget = z.infer<typeof ClaimTarget>

export const RewardsPage = z.strictObject({
  totals: RewardTotals,
  /** Where the caller may claim rewards to: `payouts` where earnings are paid out, in a company for owners and admins. */
  claim_to: z.array(ClaimTarget),
  /** Newest first. */
  entries: z.array(RewardEntry),
  /** `null` on the last page. */
  next_cursor: TransactionId.nullable(),
})
export type RewardsPage = z.infer<typeof RewardsPage>

/** A reward that the operator gives by hand. */
export const NewReward = z.strictObject({
  email: z.string().min(1).max(254),
  micro_usd: MicroUsd.min(1).max(1_000_000_000_000),
  key: z.string().min(1).max(100),
  /** The reason, which the account reads. */
  text: PlainLine.min(1, 'Reason is required').max(200),
  /** From when it can be claimed; now by default. */
  payable_at: Timestamp.optional(),
})
export type NewReward = z.infer<typeof NewReward>

export const RewardsClaim = z.strictObject({ to: ClaimTarget.default('balance') })
export type RewardsClaim = z.infer<typeof RewardsClaim>

export const ClaimedRewards = z.strictObject({
  rewards: z.int(),
  micro_usd: MicroUsd,
  totals: RewardTotals,
})
export type ClaimedRewards = z.infer<typeof ClaimedRewards>

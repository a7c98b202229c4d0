import { z } from 'zod'
import { AccountId } from '../core/ids.ts'
import { PlainLine, Timestamp } from '../core/values.ts'

/** A rule by which an account is held: it says how visitors came, or what became of posts. */
export const AccountRule = z.enum(['bought_visits', 'copied_posts', 'deleted_posts'])
export type AccountRule = z.infer<typeof AccountRule>

/** `held` and `rejected`: rewards of missions that the account claims are held. */
export const AccountReviewState = z.enum(['held', 'released', 'rejected'])
export type AccountReviewState = z.infer<typeof AccountReviewState>

/** A review of an account as its owner sees it. */
export const AccountReview = z.strictObject({
  rule: AccountRule,
  state: AccountReviewState,
  found_at: Timestamp,
  appealed_at: Timestamp.nullable(),
})
export type AccountReview = z.infer<typeof AccountReview>

/** A review of an account as the operator decides on it. */
export const ReviewedAccount = z.strictObject({
  ...AccountReview.shape,
  account_id: AccountId,
  email: z.string().nullable(),
  evidence: z.string(),
  /** It counts until then, unless it is found again. A decision counts as long. */
  expires_at: Timestamp,
  appeal_text: z.string().nullable(),
  decision_text: z.string().nullable(),
})
export type ReviewedAccount = z.infer<typeof ReviewedAccount>

export const AccountReviewDecision = z.strictObject({
  decision: z.enum(['release', 'reject']),
  reason: PlainLine.min(1, 'Reason is required').max(200),
})
export type AccountReviewDecision = z.infer<typeof AccountReviewDecision>

import { z } from 'zod'
import { isSiteSegment } from '../accounts/access-code-text.ts'
import { AccountId, AffiliateClickId, ReferralId } from '../core/ids.ts'
import { BasisPoints, MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import type { Product } from '../ledger/line.ts'
import { AccountReview } from './account-review.ts'
import { landingPathCharsMax, landingPathShape } from './landing-path.ts'

/** A referral code as it is typed: case and surrounding spaces are ignored. */
export const ReferralCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{2,30}[a-z0-9]$/, 'Use 4 to 32 letters, digits or -')
  .refine((code) => !isSiteSegment(code), 'This code is reserved. Choose another one')
  .meta({ examples: ['ada-lovelace'] })

/** Days after a click on which a sign-up still counts for it. */
export const clickCountsForDays = 30

/** A page of the site that a link leads to: a path, never another site. */
export const LandingPath = z
  .string()
  .max(landingPathCharsMax)
  .regex(landingPathShape, 'Use a path of this site, such as /prices')
  .meta({ examples: ['/prices'] })

/** A UTC day. */
const UtcDay = z.iso.date().meta({ examples: ['2026-11-28'] })

/** A name that the affiliate gives to a campaign, or to a part of one. */
export const CampaignName = PlainLine.max(60)

/** A link that was followed. `source`: the host of the page with the link. */
export const NewClick = z.strictObject({
  code: z.string().min(1).max(64),
  to: LandingPath.optional(),
  campaign: CampaignName.optional(),
  sub_id: CampaignName.optional(),
  source: z
    .string()
    .max(100)
    .regex(/^[a-z0-9.-]*$/, 'Use a host name')
    .optional(),
})
export type NewClick = z.infer<typeof NewClick>

/** `click_id` is `null` where nothing may be remembered: the browser asks not to be tracked, or it is a program. */
export const RecordedClick = z.strictObject({
  known: z.boolean(),
  click_id: AffiliateClickId.nullable(),
})
export type RecordedClick = z.infer<typeof RecordedClick>

/** The referral of a new account: by a link that was followed, or by a code alone. */
export const NewReferral = z.strictObject({
  code: z.string().trim().min(1, 'Code is required').max(64),
  click_id: AffiliateClickId.optional(),
})
export type NewReferral = z.infer<typeof NewReferral>

/** The share of the platform's fees by product that an affiliate gets, and for how long. */
export const AffiliateTerms = z.strictObject({
  /** Of the platform fee on each product. */
  compute_basis_points: BasisPoints.max(5_000),
  rendering_basis_points: BasisPoints.max(5_000),
  models_basis_points: BasisPoints.max(5_000),
  /** Of what is charged for storage with us, where all of the charge is the platform's. */
  storage_basis_points: BasisPoints.max(5_000),
  /** How long after its sign-up an account earns commission. */
  months: z.int().min(1).max(36),
  /** How long commission is pending, so that credits and fraud can reduce it. */
  holding_days: z.int().min(1).max(90),
  /** Commission is moved to the rewards from this amount on. */
  minimum_micro_usd: MicroUsd.min(0).max(1_000_000_000),
  /** Of an affiliate's share, for who referred the affiliate; 0: there is no second level. */
  second_level_basis_points: BasisPoints.max(5_000),
  /** Referrals of one affiliate a month that get access to the beta without an access code; 0: none. */
  beta_accounts_per_month: z.int().min(0).max(1_000),
})
export type AffiliateTerms = z.infer<typeof AffiliateTerms>

/** Figures of a period, or of all time. Sign-ups count once their address is verified. */
export const AffiliateFigures = z.strictObject({
  clicks: z.int(),
  /** Clicks that are not the same network's second one within a day. */
  visitors: z.int(),
  sign_ups: z.int(),
  /** Referred accounts that have paid something. */
  activated: z.int(),
  spent_micro_usd: MicroUsd,
  /** Commission that was earned, less what credits took back. */
  commission_micro_usd: MicroUsd,
})
export type AffiliateFigures = z.infer<typeof AffiliateFigures>

/** An account as an affiliate. */
export const Affiliate = z.strictObject({
  code: z.string(),
  /** A code can be chosen once; the first one keeps working. */
  chosen: z.boolean(),
  link: z.url().meta({ examples: ['https://gridloom.example/ada-lovelace'] }),
  terms: AffiliateTerms,
  totals: AffiliateFigures,
  /** Commission in its holding time, or of referrals that are under review. */
  pending_micro_usd: MicroUsd,
  /** Commission among the rewards that can be claimed. */
  claimable_micro_usd: MicroUsd,
  claimed_micro_usd: MicroUsd,
  /** Why the account is under review, or was; rewards of missions that it claims meanwhile are held. */
  reviews: z.array(AccountReview),
})
export type Affiliate = z.infer<typeof Affiliate>

export const StatsBy = z.enum(['day', 'page', 'campaign', 'source', 'sub_id'])
export type StatsBy = z.infer<typeof StatsBy>

export const StatsQuery = z.strictObject({
  by: StatsBy.default('day'),
  /** UTC days, both included; the last 30 days by default, at most 400. */
  from: UtcDay.optional(),
  to: UtcDay.optional(),
})
export type StatsQuery = z.infer<typeof StatsQuery>

/** One day, page, campaign, source or sub ID; an empty key: none was named. */
export const StatsRow = z.strictObject({ key: z.string(), ...AffiliateFigures.shape })
export type StatsRow = z.infer<typeof StatsRow>

export const AffiliateStats = z.strictObject({
  by: StatsBy,
  from: UtcDay,
  to: UtcDay,
  /** Days in order and without gaps; otherwise by clicks, highest first, at most 200. */
  rows: z.array(StatsRow),
})
export type AffiliateStats = z.infer<typeof AffiliateStats>

/** `held`: commission is counted but not paid until it is reviewed. `rejected`: it is never paid. */
export const ReferralState = z.enum(['active', 'held', 'rejected'])
export type ReferralState = z.infer<typeof ReferralState>

/** A rule by which a referral is held. */
export const HeldReason = z.enum([
  'same_mailbox',
  'same_party',
  'same_payout_address',
  'same_bank_account',
  'same_card',
  'same_paying_wallet',
  'same_ssh_key',
  'same_vat_id',
  'shared_by_referrals',
  'disputed_payment',
  'ring',
  'wash_rental',
  'click_flood',
  'sign_up_burst',
  'same_network',
])
export type HeldReason = z.infer<typeof HeldReason>

/** What a rule found about a referral. 100 points hold it. */
export const ReferralSignal = z.strictObject({
  rule: HeldReason,
  points: z.int().min(1).max(100),
  evidence: z.string(),
  found_at: Timestamp,
  /** It counts until then, unless it is found again. */
  expires_at: Timestamp,
})
export type ReferralSignal = z.infer<typeof ReferralSignal>

/** Why an affiliate does not agree, once for each referral. */
export const NewAppeal = z.strictObject({
  text: PlainLine.min(1, 'Text is required').max(1_000),
})
export type NewAppeal = z.infer<typeof NewAppeal>

/** A referred account as its affiliate sees it: without personal data. */
export const Referral = z.strictObject({
  /** Counts the affiliate's referrals: 1 is the first. */
  number: z.int(),
  /** The month of the sign-up, as `2026-11`. */
  month: z.string(),
  by: z.enum(['click', 'code']),
  state: ReferralState,
  held_reason: HeldReason.nullable(),
  activated: z.boolean(),
  commission_micro_usd: MicroUsd,
  appealed_at: Timestamp.nullable(),
})
export type Referral = z.infer<typeof Referral>

/** Commission that was moved to the rewards on a day. */
export const AffiliatePayout = z.strictObject({
  /** Such as `Affiliate commission for fees until 2026-10-29`. */
  text: z.string(),
  micro_usd: MicroUsd,
  at: Timestamp,
  /** When it was moved to the balance or to the earnings; `null`: it can be claimed. */
  claimed_at: Timestamp.nullable(),
})
export type AffiliatePayout = z.infer<typeof AffiliatePayout>

/** A referral as the operator reviews it. */
export const ReviewedReferral = z.strictObject({
  id: ReferralId,
  affiliate_account_id: AccountId,
  affiliate_email: z.string().nullable(),
  referred_account_id: AccountId,
  referred_email: z.string().nullable(),
  state: ReferralState,
  held_reason: HeldReason.nullable(),
  /** What rules found, most points first; expired ones are left out. */
  signals: z.array(ReferralSignal),
  decision_text: z.string().nullable(),
  appeal_text: z.string().nullable(),
  appealed_at: Timestamp.nullable(),
  spent_micro_usd: MicroUsd,
  commission_micro_usd: MicroUsd,
  joined_at: Timestamp,
})
export type ReviewedReferral = z.infer<typeof ReviewedReferral>

/** The decision on a referral, with the reason for the record. */
export const ReferralDecision = z.strictObject({
  decision: z.enum(['release', 'reject']),
  reason: PlainLine.min(1, 'Reason is required').max(200),
})
export type ReferralDecision = z.infer<typeof ReferralDecision>

/** The share of a product's fee. */
export const shareOf = (terms: AffiliateTerms, product: Product): BasisPoints =>
  ({
    compute: terms.compute_basis_points,
    rendering: terms.rendering_basis_points,
    models: terms.models_basis_points,
    storage: terms.storage_basis_points,
  })[product]

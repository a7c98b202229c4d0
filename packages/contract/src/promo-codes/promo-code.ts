import { z } from 'zod'
import { isSiteSegment } from '../accounts/access-code-text.ts'
import { AccountId, PromoCodeId } from '../core/ids.ts'
import { MicroUsd, PlainLine, PlainLines, Timestamp } from '../core/values.ts'

/** A promo code as it is typed: case and surrounding spaces are ignored. */
export const PromoCodeText = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{6,64}$/, 'Use 6 to 64 letters, digits, - or _')
  .refine((code) => !isSiteSegment(code), 'This code is reserved. Choose another one')

/** What users may read of a promo code before they redeem it. */
export const PromoTerms = z.strictObject({
  code: z.string(),
  amount_micro_usd: MicroUsd,
  /** The operator's own words; empty: none. */
  terms: z.string(),
  valid_until: Timestamp.nullable(),
  /** Only accounts that are at most this old may redeem it; `null`: all. */
  new_accounts_days: z.int().nullable(),
  once_per_mailbox: z.boolean(),
})
export type PromoTerms = z.infer<typeof PromoTerms>

/** `scheduled`: before its first day. `revoked` is final; `paused` is not. */
export const PromoCodeState = z.enum([
  'active',
  'scheduled',
  'paused',
  'expired',
  'used_up',
  'revoked',
])
export type PromoCodeState = z.infer<typeof PromoCodeState>

/** A promo code as the operator sees it. */
export const PromoCode = z.strictObject({
  id: PromoCodeId,
  ...PromoTerms.shape,
  label: z.string(),
  state: PromoCodeState,
  uses: z.int(),
  uses_max: z.int(),
  valid_from: Timestamp,
  /** The credit given with it so far. */
  given_micro_usd: MicroUsd,
  created_at: Timestamp,
})
export type PromoCode = z.infer<typeof PromoCode>

export const NewPromoCode = z.strictObject({
  label: PlainLine.min(1, 'Label is required').max(80),
  /** Random by default: 60 bits. */
  code: PromoCodeText.optional(),
  amount_micro_usd: MicroUsd.min(1).max(10_000_000_000),
  uses_max: z.int().min(1).max(1_000_000),
  terms: PlainLines.max(1_000).default(''),
  valid_from: Timestamp.optional(),
  valid_until: Timestamp.nullable().optional(),
  new_accounts_days: z.int().min(1).max(3_650).nullable().default(null),
  once_per_mailbox: z.boolean().default(true),
})
export type NewPromoCode = z.infer<typeof NewPromoCode>

/** One use of a promo code. */
export const PromoRedemption = z.strictObject({
  account_id: AccountId,
  /** `null` once the account is closed. */
  email: z.string().nullable(),
  micro_usd: MicroUsd,
  at: Timestamp,
})
export type PromoRedemption = z.infer<typeof PromoRedemption>

/** The credit of a redeemed code. */
export const PromoRedeemed = z.strictObject({
  code: z.string(),
  micro_usd: MicroUsd,
  redeemed_at: Timestamp,
})
export type PromoRedeemed = z.infer<typeof PromoRedeemed>

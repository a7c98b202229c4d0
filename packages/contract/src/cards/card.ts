import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** The processor's id of a saved card. */
export const CardId = z
  .string()
  .regex(/^[a-z]{2,10}_[A-Za-z0-9_]{1,100}$/, 'must be the id of a card')
  .meta({ examples: ['pm_1QK5vJ2eZvKYlo2C'], title: 'CardId' })
  .brand<'CardId'>()
export type CardId = z.infer<typeof CardId>

/** A card that the processor keeps: never its number. */
export const SavedCard = z.strictObject({
  id: CardId,
  /** Such as `visa`. */
  brand: z.string().max(40),
  last4: z.string().max(4),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(9999),
  /** Whether automatic top-ups charge it. */
  is_default: z.boolean(),
})
export type SavedCard = z.infer<typeof SavedCard>

/** The saved cards of an account, and what a payment may be. */
export const Cards = z.strictObject({
  /** `null`: the operator has not set up card payments. */
  limits: z
    .strictObject({ payment_micro_usd_min: MicroUsd, payment_micro_usd_max: MicroUsd })
    .nullable(),
  /** Whether the caller may pay, refund and change cards; in a company its owners and admins may. */
  may_change: z.boolean(),
  /** Newest first, at most 20; empty for callers who may not change them. */
  cards: z.array(SavedCard),
})
export type Cards = z.infer<typeof Cards>

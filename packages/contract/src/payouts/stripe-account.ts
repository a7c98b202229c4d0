import { z } from 'zod'
import { Timestamp } from '../core/values.ts'

/**
 * `needs_information`: Stripe asks for more. `in_review`: Stripe is checking it. `ready`: payouts can go to it.
 * `disabled`: Stripe does not pay it; the reason is beside it.
 */
export const StripeAccountState = z.enum(['needs_information', 'in_review', 'ready', 'disabled'])
export type StripeAccountState = z.infer<typeof StripeAccountState>

/** ISO 3166-1, two letters. */
const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Enter two capital letters, such as DE')
  .meta({ examples: ['DE'] })

/** An account at Stripe, as Stripe names it. */
export const StripeAccountNumber = z
  .string()
  .regex(/^acct_[A-Za-z0-9]{1,100}$/)
  .meta({ examples: ['acct_1QxExample2Nd'] })
export type StripeAccountNumber = z.infer<typeof StripeAccountNumber>

/** A transfer to an account at Stripe, as Stripe names it. */
export const StripeTransferId = z
  .string()
  .regex(/^tr_[A-Za-z0-9]{1,100}$/)
  .meta({ examples: ['tr_1QxExample4Tr'] })

/** The account at Stripe that payouts go to. */
export const StripeAccount = z.strictObject({
  /** `null`: there is none. */
  account: z
    .strictObject({
      country: Country,
      state: StripeAccountState,
      /** Stripe's word for why it does not pay, such as `rejected.fraud`. */
      disabled_reason: z
        .string()
        .nullable()
        .meta({ examples: ['requirements.past_due'] }),
      /** When payouts can go to its present bank account or card; `null`: Stripe has none. */
      effective_at: Timestamp.nullable(),
    })
    .nullable(),
  /** Where payees can live; empty: payouts by Stripe are not offered. */
  countries: z.array(Country),
})
export type StripeAccount = z.infer<typeof StripeAccount>

export const StripeSetup = z.strictObject({
  /** Where the payee lives. It cannot be changed later; `null` once there is an account. */
  country: Country.nullable(),
})
export type StripeSetup = z.infer<typeof StripeSetup>

/** A page of Stripe, which works once and for a few minutes. */
export const StripePage = z.strictObject({ url: z.url({ protocol: /^https?$/ }) })
export type StripePage = z.infer<typeof StripePage>

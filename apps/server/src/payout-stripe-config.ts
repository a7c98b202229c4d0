import { microUsdPerCent } from '@gridloom/domain/payouts/payout-fee'
import { z } from 'zod'

/** Payouts by Stripe Connect: transfers to accounts that payees have at Stripe, from the operator's balance there. */
export interface ConfiguredPayoutStripe {
  readonly secretKey: string
  /** Of its API, without a path. */
  readonly apiUrl: string
  /** The signing secrets of its webhooks. */
  readonly webhookSecrets: readonly string[]
  /** Where the operator's account at Stripe is, ISO 3166-1. */
  readonly country: string
  /** Where payees can live. */
  readonly countries: readonly string[]
  /** In whole cents. */
  readonly feeMicroUsd: number
  /** Added to it, in hundredths of a percent of the amount. */
  readonly feeBasisPoints: number
  readonly minimumMicroUsd: number
  /** Two operators approve payouts above it. */
  readonly approveAboveMicroUsd: number
  /** Most that is sent in 24 hours. */
  readonly dailyCapMicroUsd: number
}

const usd = z.number().positive().max(1_000_000_000)
const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')

/** The field of `PAYOUT_STRIPE`. */
export const PayoutStripe = z
  .strictObject({
    country,
    countries: z.array(country).min(1).max(250).optional(),
    feeUsd: z
      .number()
      .min(0)
      .max(1_000)
      .refine((dollars) => micro(dollars) % microUsdPerCent === 0, 'must be in whole cents')
      .default(0),
    feePercent: z
      .number()
      .min(0)
      .max(20)
      .refine(
        (percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9,
        'must have two decimals at most',
      )
      .default(0),
    minimumUsd: usd.default(10),
    approveAboveUsd: z.number().min(0).max(1_000_000_000),
    dailyCapUsd: usd,
  })
  .transform((one) => ({
    country: one.country,
    countries: [...new Set(one.countries ?? [one.country])].toSorted(),
    feeMicroUsd: micro(one.feeUsd),
    feeBasisPoints: Math.round(one.feePercent * 100),
    minimumMicroUsd: micro(one.minimumUsd),
    approveAboveMicroUsd: micro(one.approveAboveUsd),
    dailyCapMicroUsd: micro(one.dailyCapUsd),
  }))

const secretsShape = /^whsec_[!-+\--~]{3,250}(?:,whsec_[!-+\--~]{3,250}){0,3}$/

/**
 * Adds how Stripe is reached to the terms of payouts by it: the key and address of card payments, and the signing secrets of
 * its own webhooks (`STRIPE_CONNECT_WEBHOOK_SECRET`).
 */
export function withAccess(
  terms: z.infer<typeof PayoutStripe>,
  set: Readonly<Record<string, unknown>>,
): { stripe: ConfiguredPayoutStripe | null; problems: string[] } {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_CONNECT_WEBHOOK_SECRET: secrets } = set
  const apiUrl = set.STRIPE_API_URL ?? 'https://api.stripe.com'
  const problems = [
    ...(typeof secretKey === 'string'
      ? []
      : ['STRIPE_SECRET_KEY: required when PAYOUT_STRIPE is set']),
    ...(typeof secrets === 'string'
      ? []
      : ['STRIPE_CONNECT_WEBHOOK_SECRET: required when PAYOUT_STRIPE is set']),
    ...(typeof secrets === 'string' && !secretsShape.test(secrets)
      ? [
          'STRIPE_CONNECT_WEBHOOK_SECRET: must be one to four signing secrets of webhooks (whsec_…), with commas between them',
        ]
      : []),
  ]
  if (problems.length > 0 || typeof secretKey !== 'string' || typeof secrets !== 'string')
    return { stripe: null, problems }
  const access = { secretKey, apiUrl: String(apiUrl), webhookSecrets: secrets.split(',') }
  return { stripe: { ...terms, ...access }, problems }
}

function micro(dollars: number): number {
  return Math.round(dollars * 1_000_000)
}

import { isSafeAddress } from '@gridloom/domain/safe-address'
import { z } from 'zod'

/** Payments by card with Stripe. */
export interface CardsConfig {
  secretKey: string
  webhookSecret: string
  /** Of its API, without a path. */
  apiUrl: string
  /** What one payment may have, in micro-dollars of whole cents. */
  paymentMicroUsdMin: number
  paymentMicroUsdMax: number
}

const wholeUsd = (usual: number) =>
  z.coerce.number('must be whole dollars').int().min(1).max(100_000).default(usual)

const Variables = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_[A-Za-z0-9_]{3,250}$/, 'must be a secret or restricted key (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[!-~]{3,250}$/, 'must be the signing secret of a webhook (whsec_…)')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https address' })
    .refine(isSafeAddress, 'must be an https address; http only for localhost')
    .refine((url) => new URL(url).pathname === '/' && !/[?#@]/.test(url), 'must have no path')
    .default('https://api.stripe.com'),
  CARD_PAYMENT_USD_MIN: wholeUsd(5),
  CARD_PAYMENT_USD_MAX: wholeUsd(2_000),
})

const microUsdPerUsd = 1_000_000

/** Reads the variables of card payments. Without `STRIPE_SECRET_KEY` there are none: `undefined`. */
export function readCardsConfig(set: Readonly<Record<string, unknown>>): {
  config: CardsConfig | undefined
  problems: string[]
} {
  const parsed = Variables.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return { config: undefined, problems }
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, ...v } = parsed.data
  const problems = [
    ...(secretKey && !webhookSecret
      ? ['STRIPE_WEBHOOK_SECRET: required when STRIPE_SECRET_KEY is set']
      : []),
    ...(webhookSecret && !secretKey
      ? ['STRIPE_SECRET_KEY: required when STRIPE_WEBHOOK_SECRET is set']
      : []),
    ...(v.CARD_PAYMENT_USD_MIN > v.CARD_PAYMENT_USD_MAX
      ? ['CARD_PAYMENT_USD_MIN: must not be above CARD_PAYMENT_USD_MAX']
      : []),
  ]
  if (problems.length > 0 || !secretKey || !webhookSecret) return { config: undefined, problems }
  const config: CardsConfig = {
    secretKey,
    webhookSecret,
    apiUrl: v.STRIPE_API_URL,
    paymentMicroUsdMin: v.CARD_PAYMENT_USD_MIN * microUsdPerUsd,
    paymentMicroUsdMax: v.CARD_PAYMENT_USD_MAX * microUsdPerUsd,
  }
  return { config, problems }
}

import { z } from 'zod'

/**
 * What the platform records itself, and a step of a mission counts: within the mission's period, but keys and wallets,
 * which count as long as they are there.
 */
export const missionFacts = {
  referral_visitors: { unit: 'count', label: 'Visitors by your links', parameter: null },
  referral_sign_ups: { unit: 'count', label: 'Sign-ups by your links', parameter: null },
  referrals_activated: {
    unit: 'count',
    label: 'Referred accounts that paid for the first time',
    parameter: null,
  },
  referrals_who_spent: {
    unit: 'count',
    label: 'Referred accounts that each spent at least',
    parameter: 'micro_usd',
  },
  referral_spend: { unit: 'micro_usd', label: 'Spend of referred accounts', parameter: null },
  instances_rented: { unit: 'count', label: 'Instances rented', parameter: null },
  rented_hours: { unit: 'hours', label: 'Hours of paid instance time', parameter: null },
  spend: { unit: 'micro_usd', label: 'Spend', parameter: null },
  frames_rendered: { unit: 'count', label: 'Frames rendered and paid', parameter: null },
  hosting_days: {
    unit: 'days',
    label: 'Days on which your machines earned, with a trust score of at least',
    parameter: 'score',
  },
  hosting_earnings: { unit: 'micro_usd', label: 'Earnings of your machines', parameter: null },
  tokens_answered: {
    unit: 'count',
    label: 'Tokens that your machines read and wrote for other accounts, paid',
    parameter: null,
  },
  templates_used: {
    unit: 'count',
    label: 'Instances that other accounts rented with your templates',
    parameter: null,
  },
  posts_published: {
    unit: 'count',
    label: 'Posts with your referral link, published from the calendar',
    parameter: null,
  },
  ssh_keys: { unit: 'count', label: 'SSH keys in your account', parameter: null },
  wallets: { unit: 'count', label: 'Wallets linked to your account', parameter: null },
} as const satisfies Record<
  string,
  { unit: FactUnit; label: string; parameter: 'micro_usd' | 'score' | null }
>

/** `micro_usd` is money; the others are whole numbers. */
export type FactUnit = 'count' | 'hours' | 'days' | 'micro_usd'

/** Named cast: the keys of the table are the facts. */
const facts = Object.keys(missionFacts) as (keyof typeof missionFacts)[]

export const MissionFact = z.enum(facts).meta({ examples: ['rented_hours'] })
export type MissionFact = z.infer<typeof MissionFact>

/** A condition of a mission: a fact, and the value from which it is met. */
export const MissionStep = z
  .strictObject({
    fact: MissionFact,
    /** In the unit of the fact; money in micro-dollars. */
    at_least: z.int().min(1).max(1_000_000_000_000),
    /** The least spend in micro-dollars or the least trust score, where the fact has one. */
    parameter: z.int().min(0).max(1_000_000_000_000).nullable().default(null),
  })
  .refine(
    ({ fact, parameter }) => (missionFacts[fact].parameter === null) === (parameter === null),
    {
      message: 'Set a parameter only for facts that have one',
      path: ['parameter'],
    },
  )
  .meta({ examples: [{ fact: 'rented_hours', at_least: 2, parameter: null }] })
export type MissionStep = z.infer<typeof MissionStep>

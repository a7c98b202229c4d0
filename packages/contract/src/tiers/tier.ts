import { z } from 'zod'
import { PlainLine } from '../core/values.ts'

/** The tiers of accounts, lowest first. The operator names them, and sets what they need and give. */
export const Tier = z.enum(['bronze', 'silver', 'gold', 'platinum'])
export type Tier = z.infer<typeof Tier>

/** Points count for the tier for so many days after they were given. */
export const tierPointsDays = 365

/** A tier: from which points on an account has it, and what it gives. */
export const TierTerms = z.strictObject({
  tier: Tier,
  name: PlainLine.min(1, 'Name is required')
    .max(24)
    .meta({ examples: ['Silver'] }),
  /** Of the last 365 days; 0 for the first tier. */
  points: z
    .int()
    .min(0)
    .max(10_000_000)
    .meta({ examples: [500] }),
  /** Rewards of missions are pending for so many days less. */
  holding_days_less: z
    .int()
    .min(0)
    .max(90)
    .meta({ examples: [2] }),
  /** Posts that can be planned at once, beyond those that everybody can. */
  planned_posts_more: z
    .int()
    .min(0)
    .max(800)
    .meta({ examples: [100] }),
})
export type TierTerms = z.infer<typeof TierTerms>

const lowestFirst = Tier.options

/** All tiers, lowest first: the first is free, and each needs more points than the one before and gives no less. */
export const TierTable = z
  .array(TierTerms)
  .length(lowestFirst.length, 'Give every tier')
  .superRefine((tiers, refine) => {
    tiers.forEach((tier, n) => {
      const before = tiers[n - 1]
      const refuse = (field: keyof TierTerms, message: string) =>
        refine.addIssue({ code: 'custom', path: [n, field], message })
      if (tier.tier !== lowestFirst[n]) refuse('tier', 'Give the tiers lowest first')
      if (before === undefined) {
        if (tier.points !== 0) refuse('points', 'The first tier needs no points')
        return
      }
      if (tier.points <= before.points) refuse('points', 'Needs more points than the tier before')
      for (const gives of ['holding_days_less', 'planned_posts_more'] as const)
        if (tier[gives] < before[gives]) refuse(gives, 'Gives less than the tier before')
      if (tiers.some((other) => other !== tier && isSameName(other.name, tier.name)))
        refuse('name', 'Another tier has this name')
    })
  })
export type TierTable = z.infer<typeof TierTable>

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The tier of an account. */
export const TierStatus = z.strictObject({
  /** Of the last 365 days. */
  points: z.int(),
  tier: Tier,
  /** The tier after it, and the points that it is away; `null`: it is the last one. */
  next: z.strictObject({ tier: Tier, points_missing: z.int() }).nullable(),
  /** All tiers, lowest first. */
  tiers: z.array(TierTerms),
})
export type TierStatus = z.infer<typeof TierStatus>

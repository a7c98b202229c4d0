import { z } from 'zod'
import { Flow } from '../accounts/flow.ts'
import { CountryCode } from '../machines/countries.ts'
import { Tier } from '../tiers/tier.ts'

const distinct = <T>(values: readonly T[]) => new Set(values).size === values.length

/** For whom a mission is: every condition must hold. */
export const MissionAudience = z.strictObject({
  /** `ambassadors`: accounts that the operator marked as such. */
  who: z.enum(['everyone', 'ambassadors']),
  /** Flows that the account chose one of; empty: every account. */
  flows: z
    .array(Flow)
    .max(Flow.options.length)
    .refine(distinct, 'Give each flow once')
    .meta({ examples: [[]] }),
  /** Countries of the account's billing details; empty: every account. */
  countries: z
    .array(CountryCode)
    .max(60)
    .refine(distinct, 'Give each country once')
    .meta({ examples: [[]] }),
  /** The lowest tier. */
  tier_at_least: Tier,
})
export type MissionAudience = z.infer<typeof MissionAudience>

/** Everybody. */
export const openAudience: MissionAudience = {
  ...{ who: 'everyone', flows: [], countries: [], tier_at_least: 'bronze' },
}

/** What of an account decides which missions are for it. */
export const AudienceProfile = z.strictObject({
  /** What the user chose at the start, or in the settings of missions. */
  flow: Flow.nullable(),
  /** Of the billing details; `null`: none are saved. */
  country: CountryCode.nullable(),
  tier: Tier,
})
export type AudienceProfile = z.infer<typeof AudienceProfile>

import { z } from 'zod'
import { Tier } from './tier.ts'

/** An ISO week (Monday to Sunday, UTC). */
export const IsoWeek = z
  .string()
  .regex(/^[2-9][0-9]{3}-W(0[1-9]|[1-4][0-9]|5[0-3])$/, 'Use a week such as 2026-W48')
  .meta({ examples: ['2026-W48'] })
export type IsoWeek = z.infer<typeof IsoWeek>

export const publicNameCharsMax = 24

/** The name under which an account is shown to others. The server also refuses names of the platform, and taken ones. */
export const PublicName = z
  .string()
  .max(200)
  .transform((name) => name.normalize('NFC').trim().replace(/ {2,}/g, ' '))
  .pipe(
    z
      .string()
      .regex(
        /^[A-Za-z0-9À-ÖØ-öø-ſ]+([ ._-][A-Za-z0-9À-ÖØ-öø-ſ]+)*$/,
        'Use Latin letters and digits, with single spaces, dots, - or _ between them',
      )
      .min(3, 'Use at least 3 characters')
      .max(publicNameCharsMax, `Use at most ${publicNameCharsMax} characters`),
  )
  .meta({ examples: ['Ada L'] })
export type PublicName = z.infer<typeof PublicName>

/** The public name of an account; `null`: it is not on the leaderboard. */
export const LeaderboardName = z.strictObject({
  name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada L'] }),
})
export type LeaderboardName = z.infer<typeof LeaderboardName>

/** An account on the leaderboard of a week. Equal points have the same rank. */
export const LeaderboardEntry = z.strictObject({
  rank: z.int(),
  name: z.string().meta({ examples: ['Ada L'] }),
  /** As it is now. */
  tier: Tier,
  /** The operator's name of the tier. */
  badge: z.string().meta({ examples: ['Silver'] }),
  points: z.int(),
  /** Whether it is the caller's. */
  own: z.boolean(),
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

export const LeaderboardQuery = z.strictObject({
  /** This week by default; at most 52 weeks ago. */
  week: IsoWeek.optional(),
  /** The `next_cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^[0-9]{1,9}:[a-z0-9]{1,48}$/, 'Use the next_cursor of the page before')
    .optional()
    .meta({ examples: ['500:adal'] }),
})
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>

/** A page of the leaderboard of a week. Only accounts that chose a public name are on it. */
export const Leaderboard = z.strictObject({
  week: IsoWeek,
  /** Most points first. */
  entries: z.array(LeaderboardEntry),
  next_cursor: z
    .string()
    .nullable()
    .meta({ examples: ['500:adal'] }),
  /** The caller's: `rank` is that among the accounts that are shown; `null` without points or without a name then. */
  own: z.strictObject({
    name: z
      .string()
      .nullable()
      .meta({ examples: ['Ada L'] }),
    points: z.int(),
    rank: z.int().nullable(),
  }),
})
export type Leaderboard = z.infer<typeof Leaderboard>

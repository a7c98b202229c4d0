import { z } from 'zod'
import { ChannelId } from '../channels/channel.ts'
import { ConnectedAccountState, connectedAccountsMax } from '../channels/connected-account.ts'
import { ConnectedAccountId, MediaId, PostId } from '../core/ids.ts'
import { PlainLines, Timestamp } from '../core/values.ts'
import { MediaFile } from '../media/media.ts'

/** Posts that an account can have planned at a time. */
export const plannedPostsMax = 200

/** Characters (UTF-16) of a text, before the limits of its channels. */
export const postTextMax = 5_000

/** How far ahead a post can be planned. */
export const plannedAheadDaysMax = 366

/**
 * A post at one connected account.
 *
 * ```
 *              edited, or tried again
 *          ┌────────────────────────────── failed ◀─┐ missed, refused, access ended
 *          ▼                                        │
 *   ┌▶ planned ──▶ publishing ──▶ published ──▶ gone│
 *   │   │   │       │  ▲   │                        │
 *   │   │   │       │  │   └──▶ unclear ────────────┤
 *   └───┼───┼───────┘  └────────────┘ looked for first
 *   wait│   └──▶ reminded ──▶ published (marked as posted)
 *       ▼            │
 *    cancelled ◀─────┘
 * ```
 */
export const postMoves = {
  planned: ['publishing', 'reminded', 'failed', 'cancelled'],
  publishing: ['published', 'failed', 'unclear', 'planned'],
  unclear: ['publishing', 'failed'],
  reminded: ['published', 'cancelled', 'planned'],
  published: ['gone'],
  failed: ['planned', 'unclear'],
  gone: [],
  cancelled: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type PostState = keyof typeof postMoves

export const PostState = z.enum([
  'planned',
  'publishing',
  'unclear',
  'reminded',
  'published',
  'failed',
  'gone',
  'cancelled',
])

/**
 * Why a post was not published. `missed`: its time was over by more than six hours. `reconnect`: the access to the account
 * has ended. `refused`: the channel will not publish it. `unavailable`: it did not answer for a day. `unclear`: nobody
 * could find out for a day whether it was published. `media_gone`: a picture or video of it is not in the library any more.
 */
export const PostProblem = z.enum([
  'missed',
  'reconnect',
  'refused',
  'unavailable',
  'unclear',
  'media_gone',
])
export type PostProblem = z.infer<typeof PostProblem>

/** Pictures that a post can have. */
export const postPicturesMax = 4

/** Characters (UTF-16) of an alternative text. Bluesky takes 1,000 graphemes, Mastodon 1,500 characters. */
export const postMediaTextMax = 1_000

const fileLimits = {
  /** MIME types. */
  types: z.array(z.string().meta({ examples: ['image/png'] })),
  bytes_max: z.int(),
  /** Width times height; null where the channel names no limit. */
  pixels_max: z.int().nullable(),
}

/**
 * What a channel takes from us. Characters: `links_as` is what each link counts as, null where it counts them as they are.
 * `pictures` and `video` are null where it takes none: a post with them is published by its owner.
 */
export const PostLimits = z.strictObject({
  text_max: z.int(),
  unit: z.enum(['characters', 'graphemes', 'weighted']),
  links_as: z.int().nullable(),
  pictures: z.strictObject({ max: z.int(), ...fileLimits }).nullable(),
  video: z.strictObject({ ...fileLimits, seconds_max: z.int().nullable() }).nullable(),
})
export type PostLimits = z.infer<typeof PostLimits>

/** What was found when the public post was read again. `not_disclosed`: it has a referral link, and does not say that it is advertising. */
export const PostCheck = z.strictObject({
  at: Timestamp,
  outcome: z.enum(['there', 'changed', 'link_missing', 'not_disclosed', 'gone', 'unreadable']),
})
export type PostCheck = z.infer<typeof PostCheck>

/** What came through the referral links of a post. Clicks are kept for 400 days. */
export const PostResults = z.strictObject({
  clicks: z.int(),
  /** Clicks without those again within a day. */
  visitors: z.int(),
  sign_ups: z.int(),
})
export type PostResults = z.infer<typeof PostResults>

/** A post at one connected account. */
export const PostTarget = z.strictObject({
  connected_account_id: ConnectedAccountId,
  channel: ChannelId,
  handle: z.string().meta({ examples: ['@ada@social.example'] }),
  state: PostState,
  /** The text for this account alone; null: that of the post. */
  text: z.string().nullable(),
  /** Whether it is published by us; otherwise its owner is reminded, and publishes it. */
  publishes: z.boolean(),
  problem: PostProblem.nullable(),
  problem_text: z
    .string()
    .nullable()
    .meta({ examples: ['It cannot be reached.'] }),
  /** When it is tried again; null where it is not. */
  next_try_at: Timestamp.nullable(),
  url: z.string().nullable(),
  published_at: Timestamp.nullable(),
  /** The newest check; null before the first, a day after it was published. */
  check: PostCheck.nullable(),
})
export type PostTarget = z.infer<typeof PostTarget>

const AlternativeText = PlainLines.pipe(z.string().max(postMediaTextMax)).meta({
  examples: ['A lake at dawn'],
})

/** A picture or video of the library in a post. */
export const PostMedia = z.strictObject({
  media_id: MediaId,
  kind: z.enum(['picture', 'video']),
  title: z.string(),
  /** The alternative text, for those who do not see it. */
  text: z.string().meta({ examples: ['A lake at dawn'] }),
  /** Null where it is not in the library any more: the post cannot be published. */
  file: MediaFile.nullable(),
})
export type PostMedia = z.infer<typeof PostMedia>

export const Post = z.strictObject({
  id: PostId,
  /** That of the target that needs attention most. */
  state: PostState,
  text: z.string().meta({ examples: ['I render with Gridloom #ad'] }),
  at: Timestamp,
  media: z.array(PostMedia),
  targets: z.array(PostTarget),
  /** Null where it has no referral link of its own. */
  results: PostResults.nullable(),
  created_at: Timestamp,
})
export type Post = z.infer<typeof Post>

const PostText = PlainLines.pipe(z.string().min(1, 'Write a text').max(postTextMax)).meta({
  examples: ['I render with Gridloom #ad'],
})

export const NewPostTarget = z.strictObject({
  connected_account_id: ConnectedAccountId,
  /** A text for this account alone. */
  text: PostText.nullable().default(null),
})

/** A point in time, or `now`. */
export const PostTime = z.union([z.literal('now'), Timestamp]).meta({
  examples: ['2026-11-30T09:30:00.000Z'],
})
export type PostTime = z.infer<typeof PostTime>

export const NewPostMedia = z.strictObject({
  media_id: MediaId,
  text: AlternativeText.default(''),
})
export type NewPostMedia = z.infer<typeof NewPostMedia>

export const NewPost = z.strictObject({
  text: PostText,
  at: PostTime,
  /** Up to four pictures, or one video, of the library. */
  media: z
    .array(NewPostMedia)
    .max(postPicturesMax, 'Use up to four pictures, or one video')
    .refine(
      (media) => new Set(media.map((one) => one.media_id)).size === media.length,
      'Name each medium once',
    )
    .default([]),
  targets: z
    .array(NewPostTarget)
    .min(1, 'Choose an account')
    .max(connectedAccountsMax)
    .refine(
      (targets) => new Set(targets.map((one) => one.connected_account_id)).size === targets.length,
      'Name each account once',
    ),
})
export type NewPost = z.infer<typeof NewPost>

/** A post at one account, in a calendar. */
export const CalendarEvent = z.strictObject({
  post_id: PostId,
  connected_account_id: ConnectedAccountId,
  channel: ChannelId,
  handle: z.string().meta({ examples: ['@ada@social.example'] }),
  state: PostState,
  text: z.string(),
  at: Timestamp,
  url: z.string().nullable(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** A time that matters to the caller beside posts: a mission with its window, or an announcement while it is shown. */
export const CalendarPeriod = z.strictObject({
  kind: z.enum(['mission', 'announcement']),
  id: z.string(),
  title: z.string().meta({ examples: ['Render 100 frames'] }),
  from: Timestamp,
  /** Exclusive; null where it has no end yet. */
  to: Timestamp.nullable(),
  /** Of a mission: until when its reward can be claimed. */
  claim_until: Timestamp.nullable(),
})
export type CalendarPeriod = z.infer<typeof CalendarPeriod>

export const CalendarAccount = z.strictObject({
  id: ConnectedAccountId,
  name: z.string(),
  channel: ChannelId,
  handle: z.string().meta({ examples: ['@ada@social.example'] }),
  state: ConnectedAccountState,
  /** The limits of its channel; null where posts are not published by us, but their owner is reminded. */
  limits: PostLimits.nullable(),
})
export type CalendarAccount = z.infer<typeof CalendarAccount>

/** Events that a calendar shows at most. */
export const calendarEventsMax = 1_000

export const calendarDaysMax = 62

export const CalendarQuery = z.strictObject({
  /** The first day (UTC) or point in time; by default Monday of the present week. */
  from: z
    .union([z.iso.date(), Timestamp])
    .optional()
    .meta({ examples: ['2026-11-23'] }),
  days: z.coerce.number().int().min(1).max(calendarDaysMax).default(7),
})
export type CalendarQuery = z.infer<typeof CalendarQuery>

export const Calendar = z.strictObject({
  from: Timestamp,
  to: Timestamp,
  events: z.array(CalendarEvent),
  /** In order of their beginning. */
  periods: z.array(CalendarPeriod),
  connected_accounts: z.array(CalendarAccount),
  not_connected_channels: z.array(z.strictObject({ id: ChannelId, name: z.string() })),
  /** The caller's referral link, for texts. */
  referral_link: z.string().meta({ examples: ['https://gridloom.example/ada-lovelace'] }),
})
export type Calendar = z.infer<typeof Calendar>

/** A post that its owner published. */
export const PostedLink = z.strictObject({
  connected_account_id: ConnectedAccountId,
  url: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'Use the https address of the post' }))
    .meta({ examples: ['https://blog.example/gridloom'] }),
})
export type PostedLink = z.infer<typeof PostedLink>

/** The calendar feed of an account. Its URL is told once, when it is made. */
export const CalendarFeed = z.strictObject({ created_at: Timestamp.nullable() })
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.strictObject({
  url: z.string().meta({ examples: ['https://gridloom.example/content/api/calendar/….ics'] }),
  created_at: Timestamp,
})
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

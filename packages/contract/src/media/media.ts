import { z } from 'zod'
import { ChannelId } from '../channels/channel.ts'
import { MediaId, MediaPostId, MediaUploadId } from '../core/ids.ts'
import { PlainLine, PlainLines, Timestamp } from '../core/values.ts'

/** What an address of a file carries: its content, when it ends, and a signature. */
export const exampleAccess = `mct_01k2m3n4p5q6r7s8t9v0w1x2y3.t3k9q0.${'x'.repeat(43)}`

export const MediaKind = z.enum(['video', 'picture', 'text', 'link'])
export type MediaKind = z.infer<typeof MediaKind>

/** The filter of the library: everything, one kind, or what is made for one platform. */
export const MediaCondition = z.enum(['all', ...MediaKind.options, ...ChannelId.options])
export type MediaCondition = z.infer<typeof MediaCondition>

/** A language as in BCP 47: `en`, `pt-BR`. */
export const MediaLanguage = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Use a language code, such as en or pt-BR')
  .meta({ examples: ['en'] })

/** A public address of another site, over https. */
export const PublicLink = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Use an https address' })
  .max(500)
  .refine((link) => !link.includes('@') || !hasUserInfo(link), 'Use an address without a password')
  .meta({ examples: ['https://bsky.app/profile/ada.example/post/3k7'] })

function hasUserInfo(link: string): boolean {
  return /^https:\/\/[^/?#]*@/.test(link)
}

/** The text of a post for one platform. */
export const MediaText = z.strictObject({
  platform: ChannelId,
  text: PlainLines.min(1).max(5_000),
})
export type MediaText = z.infer<typeof MediaText>

/** A public post that uses a medium. */
export const ActivePost = z.strictObject({
  id: MediaPostId,
  platform: ChannelId,
  post_link: z.string().meta({ examples: ['https://bsky.app/profile/ada.example/post/3k7'] }),
  /** Whether the caller listed it, and so may remove it. */
  is_own: z.boolean(),
  listed_at: Timestamp,
  /** The account that published it from here; null for one that was listed by hand. */
  handle: z
    .string()
    .nullable()
    .meta({ examples: ['@ada@social.example'] }),
  /** What came through its referral link, for its author alone. */
  results: z.strictObject({ visitors: z.int(), sign_ups: z.int() }).nullable(),
})
export type ActivePost = z.infer<typeof ActivePost>

/** A path of the content host that expires. */
function fileAddress(file: string) {
  return z.string().meta({ examples: [`/content/api/media/files/${exampleAccess}/${file}`] })
}

export const MediaCaptions = z.strictObject({
  language: MediaLanguage,
  /** A WebVTT file; valid for an hour at least a half. */
  url: fileAddress('captions-en.vtt'),
})

/** What a file contains, once it is encoded. Addresses are paths of the content host that expire. */
export const MediaFile = z.strictObject({
  width: z.int(),
  height: z.int(),
  duration_s: z.number().nullable(),
  size_bytes: z.int(),
  /** Of the file at `file_url`. */
  content_type: z.string().meta({ examples: ['video/mp4'] }),
  /** Of a video: its HLS playlist. */
  stream_url: fileAddress('master.m3u8').nullable(),
  /** The picture, or the video as one MP4 file. Ranges are served. */
  file_url: fileAddress('high.mp4'),
  poster_url: fileAddress('poster.jpg').nullable(),
  expires_at: Timestamp,
})
export type MediaFile = z.infer<typeof MediaFile>

const texts = z
  .array(MediaText)
  .max(20)
  .refine(
    (all) => new Set(all.map(({ platform }) => platform)).size === all.length,
    'Use one text for each platform',
  )

/** A medium of the library, as ambassadors see it. */
export const Media = z.strictObject({
  id: MediaId,
  kind: MediaKind,
  title: z.string(),
  detail: z.string().meta({ examples: ['How to rent a GPU in a minute'] }),
  link: z
    .string()
    .nullable()
    .meta({ examples: ['https://gridloom.example/prices'] }),
  platforms: z.array(ChannelId),
  languages: z.array(MediaLanguage),
  texts,
  file: MediaFile.nullable(),
  captions: z.array(MediaCaptions),
  active_posts: z.array(ActivePost),
  /** What came through the referral links of all its posts; null in lists. */
  results: z.strictObject({ visitors: z.int(), sign_ups: z.int() }).nullable(),
  published_at: Timestamp.nullable(),
})
export type Media = z.infer<typeof Media>

export const MediaState = z.enum(['draft', 'published', 'archived'])
export type MediaState = z.infer<typeof MediaState>

/** Why a file was not encoded. */
export const MediaFailure = z.enum([
  'unreadable',
  'too_long',
  'too_large',
  'too_many_pixels',
  'too_many_frames',
  'no_video',
  'codec_unsupported',
  'took_too_long',
  'interrupted',
])
export type MediaFailure = z.infer<typeof MediaFailure>

/** The state of a file: `queued` → `encoding` → `ready` or `failed`. */
export const MediaEncoding = z.strictObject({
  state: z.enum(['queued', 'encoding', 'ready', 'failed']),
  file_name: z.string(),
  size_bytes: z.int(),
  progress_percent: z.int().min(0).max(100),
  failure: MediaFailure.nullable(),
})
export type MediaEncoding = z.infer<typeof MediaEncoding>

/** A medium with what only the operator sees. */
export const OperatorMedia = Media.extend({
  state: MediaState,
  /** Whether affiliates embed it in pages of their own. */
  is_creative: z.boolean(),
  encoding: MediaEncoding.nullable(),
  created_at: Timestamp,
})
export type OperatorMedia = z.infer<typeof OperatorMedia>

const details = {
  title: PlainLine.min(1).max(120),
  detail: PlainLines.max(5_000).meta({ examples: ['How to rent a GPU in a minute'] }),
  link: PublicLink.nullable().meta({ examples: ['https://gridloom.example/prices'] }),
  platforms: z.array(ChannelId).max(ChannelId.options.length),
  languages: z.array(MediaLanguage).max(20),
  texts,
  /** Affiliates see it as a creative, and everybody its picture, once it is published. */
  is_creative: z.boolean(),
}

/** The kinds of media that affiliates embed. */
export const creativeKinds: readonly MediaKind[] = ['picture', 'text']
export const creativeKindsText = 'Only pictures and texts can be creatives'

/** A new medium. A link needs its address; videos and pictures get their file afterwards. */
export const NewMedia = z
  .strictObject({
    kind: MediaKind,
    ...details,
    detail: details.detail.default(''),
    link: details.link.default(null),
    platforms: details.platforms.default([]),
    languages: details.languages.default([]),
    texts: details.texts.default([]),
    is_creative: details.is_creative.default(false),
  })
  .refine(({ kind, is_creative: isCreative }) => !isCreative || creativeKinds.includes(kind), {
    path: ['is_creative'],
    error: creativeKindsText,
  })
  .refine(({ kind, link }) => kind !== 'link' || link !== null, {
    path: ['link'],
    error: 'Enter the address of the link',
  })
export type NewMedia = z.infer<typeof NewMedia>

export const MediaChange = z.strictObject(details).partial()
export type MediaChange = z.infer<typeof MediaChange>

/** An upload of a file that is not complete. */
export const MediaUpload = z.strictObject({
  id: MediaUploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  received_bytes: z.int(),
  expires_at: Timestamp,
})
export type MediaUpload = z.infer<typeof MediaUpload>

/** The largest file of a kind that has one. The server may be configured to a smaller one for videos. */
export const mediaBytesMax = { video: 2 * 1024 ** 3, picture: 20 * 1024 ** 2 } as const
export const captionsBytesMax = 1024 ** 2
/** The files of a medium that can be addressed. */
export const mediaFileNames = [
  'master.m3u8',
  'high.m3u8',
  'high.mp4',
  'low.m3u8',
  'low.mp4',
  'poster.jpg',
  'picture',
] as const

import { z } from 'zod'
import { ChannelFailed } from '../driver.ts'
import type { DriverResponse } from '../outgoing/outside-requests.ts'

// Source: docs.joinmastodon.org/entities. Fields beyond these are ignored.

const text = z.string().max(200_000)
const short = z.string().min(1).max(2_000)

export const RegisteredApp = z.object({ client_id: short, client_secret: short })

export const Token = z.object({ access_token: short, scope: z.string().max(1_000).catch('') })

export const Account = z.object({
  id: short,
  username: short,
  display_name: z.string().max(2_000).catch(''),
  url: z.string().max(2_000).catch(''),
  /** Since Mastodon 4.2. */
  uri: z.string().max(2_000).optional().catch(undefined),
})
export type Account = z.infer<typeof Account>

export const Status = z.object({
  id: short,
  uri: z.string().max(2_000),
  url: z.string().max(2_000).nullable().catch(null),
  content: text.catch(''),
  spoiler_text: text.catch(''),
  created_at: z.string().max(100),
  visibility: z.string().max(100),
  account: Account,
})
export type Status = z.infer<typeof Status>

export const Statuses = z.array(Status).max(100)

export const Media = z.object({ id: short })

const count = z.int().min(0).optional().catch(undefined)

/** What a server takes. Source: docs.joinmastodon.org/entities/Instance. Other servers with this API leave parts out. */
export const Instance = z.object({
  configuration: z.object({
    statuses: z
      .object({
        max_characters: count,
        max_media_attachments: count,
        characters_reserved_per_url: count,
      })
      .catch({}),
    media_attachments: z
      .object({
        supported_mime_types: z.array(z.string().max(100)).max(200).optional().catch(undefined),
        ...{ image_size_limit: count, image_matrix_limit: count },
        ...{ video_size_limit: count, video_matrix_limit: count },
      })
      .catch({}),
  }),
})
export type Instance = z.infer<typeof Instance>

const Reason = z.object({ error: z.string().max(2_000) })

/** Parses a response. @throws ChannelFailed `unavailable` for what makes no sense */
export function parseJson<S extends z.ZodType>(shape: S, { body }: DriverResponse): z.output<S> {
  try {
    return shape.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new ChannelFailed('unavailable', 'Its answer makes no sense.', { cause })
  }
}

/** Returns the reason that a server gives for a refusal, or an empty text. */
export function reasonOf({ body }: DriverResponse): string {
  try {
    return Reason.parse(JSON.parse(body.toString('utf8'))).error
  } catch {
    // No reason that can be read: the status says enough.
    return ''
  }
}

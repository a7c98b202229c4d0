import type { Media } from '@gridloom/contract/media/media'
import type { Calendar, CalendarAccount, Post, PostMedia } from '@gridloom/contract/posts/post'
import { shareText, textFor } from '@gridloom/domain/media/share-text'
import { withDisclosure } from '@gridloom/domain/posts/disclosure'
import type { FittingMedium } from '@gridloom/domain/posts/media-fit'
import type { useForm } from '@mantine/form'
import { localInput } from './calendar-time.ts'

export interface Draft {
  text: string
  /** The value of a `datetime-local` field; empty: now. */
  at: string
  media: PostMedia[]
  /** Whether each account is chosen, and its own text; an empty one is that of the post. */
  targets: Record<string, { chosen: boolean; text: string }>
}

export type DraftForm = ReturnType<typeof useForm<Draft>>

interface DraftStart {
  calendar: Calendar
  accounts: readonly CalendarAccount[]
  post: Post | undefined
  /** A medium that a new post begins with, and its text. */
  medium: Media | undefined
  at: Date
}

/** Returns the form of a post: that of one to edit, of one with a medium of the library, or an empty one. */
export function draftOf({ calendar, accounts, post, medium, at }: DraftStart): Draft {
  const begun = medium === undefined ? undefined : mediumOf(medium)
  return {
    text: post?.text ?? (medium === undefined ? '' : textOf(medium, { calendar, accounts })),
    at: localInput(post === undefined ? at : new Date(post.at)),
    media: post?.media ?? (begun === undefined ? [] : [begun]),
    targets: Object.fromEntries(
      accounts.map(({ id }) => {
        const target = post?.targets.find((one) => one.connected_account_id === id)
        const isOnly = accounts.length === 1
        const chosen = post === undefined ? isOnly : target !== undefined
        return [id, { chosen, text: target?.text ?? '' }]
      }),
    ),
  }
}

/** Returns a picture or video of the library as a post has it; undefined for other media. */
export function mediumOf({ id, kind, title, file }: Media): PostMedia | undefined {
  if ((kind !== 'picture' && kind !== 'video') || file === null) return undefined
  return { media_id: id, kind, title, text: '', file }
}

/** Returns media as the limits of channels are checked; those that are gone are left out. */
export function fittingMedia(media: readonly PostMedia[]): FittingMedium[] {
  return media.flatMap(({ kind, title, file }) => {
    if (file === null) return []
    const { content_type: type, size_bytes: bytes, width, height, duration_s: seconds } = file
    return [{ kind, title, type, bytes, width, height, seconds }]
  })
}

/** The text that shares a medium with the referral link, for the platform whose text is shortest. */
function textOf(
  medium: Media,
  { calendar, accounts }: Pick<DraftStart, 'calendar' | 'accounts'>,
): string {
  const { referral_link: link } = calendar
  const channels = accounts.map(({ channel }) => channel)
  const texts = (channels.length > 0 ? channels : medium.platforms).map((channel) =>
    withDisclosure(shareText({ text: textFor(medium, channel), link: `${link} #ad` }, channel)),
  )
  const [shortest = withDisclosure(`${textFor(medium, 'x')}\n${link}`)] = texts.sort(
    (one, other) => one.length - other.length,
  )
  return shortest
}

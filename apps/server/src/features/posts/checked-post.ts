import { channelNames } from '@gridloom/contract/channels/channel'
import { Refused } from '@gridloom/contract/errors'
import { type NewPost, type PostTime, plannedAheadDaysMax } from '@gridloom/contract/posts/post'
import { countText } from '@gridloom/domain/posts/count-text'
import { lacksDisclosure } from '@gridloom/domain/posts/disclosure'
import { isOnePost, mediaFit } from '@gridloom/domain/posts/media-fit'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { type ListedAccount, listConnectedAccounts } from '../channels/index.ts'
import { findUsableMedia, type UsableMedium } from '../media/index.ts'
import type { PostsCtx } from './ctx.ts'
import { limitsOf } from './limits-of.ts'

const dayMs = 86_400_000

/** A target that may be planned: its account, and the text for it alone. */
export interface CheckedTarget {
  readonly account: ListedAccount
  readonly text: string | null
  /** Whether we publish it; otherwise its owner is reminded. */
  readonly publishes: boolean
}

/**
 * Checks what is to be posted: whose accounts they are, that they can be used, the length for each channel, the media, and
 * the disclosure. An account whose channel takes no such media from us is reminded.
 * @throws Refused `not_found`, `channel_expired`, `post_too_long`, `post_not_disclosed`, `post_media_mixed`,
 * `post_media_unfit`
 */
export async function checkedTargets(ctx: PostsCtx, post: NewPost): Promise<CheckedTarget[]> {
  const accounts = await listConnectedAccounts(ctx.db, userOf(ctx))
  const media = await checkedMedia(ctx, post)
  return post.targets.map(({ connected_account_id: id, text }) => {
    const account = accounts.find((one) => one.id === id)
    if (account === undefined)
      throw new Refused('not_found', { details: { what: 'connected account' } })
    const { channel, handle } = account
    if (account.state !== 'connected')
      throw new Refused('channel_expired', { details: { channel: channelNames[channel] } })
    const words = text ?? post.text
    const limits = limitsOf(ctx, account)
    const length = limits === null ? 0 : countText(words, limits)
    if (limits !== null && length > limits.text_max) {
      const details = { handle, length, max: limits.text_max }
      const problem = `${length} of ${limits.text_max} characters for ${handle}`
      throw new Refused('post_too_long', { details, fields: { text: problem } })
    }
    if (lacksDisclosure(words, ctx.publicUrl))
      throw new Refused('post_not_disclosed', {
        ...{ details: { handle }, fields: { text: 'Add #ad' } },
      })
    const fit = mediaFit(media, limits)
    if (fit.fits === 'no')
      throw new Refused('post_media_unfit', {
        ...{ details: { handle, problem: fit.why }, fields: { media: `${handle}: ${fit.why}` } },
      })
    return { account, text, publishes: limits !== null && fit.fits === 'yes' }
  })
}

async function checkedMedia(
  { db }: Pick<Ctx, 'db'>,
  { media }: Pick<NewPost, 'media'>,
): Promise<UsableMedium[]> {
  const usable = await findUsableMedia(
    db,
    media.map(({ media_id: id }) => id),
  )
  const found = media.flatMap(({ media_id: id }) => usable.get(id) ?? [])
  if (found.length < media.length) throw new Refused('not_found', { details: { what: 'media' } })
  if (isOnePost(found)) return found
  const problem = 'Use up to four pictures, or one video'
  throw new Refused('post_media_mixed', { fields: { media: problem } })
}

/** Returns when a post is published. @throws Refused `post_time` */
export function timeOf({ clock }: Pick<Ctx, 'clock'>, at: PostTime): Date {
  const now = clock.now()
  if (at === 'now') return now
  const time = new Date(at)
  const isGood = time > now && time.getTime() <= now.getTime() + plannedAheadDaysMax * dayMs
  if (isGood) return time
  throw new Refused('post_time', { fields: { at: 'Choose a time in the future' } })
}

import { channelNames } from '@gridloom/contract/channels/channel'
import { Refused } from '@gridloom/contract/errors'
import { type NewPost, type PostTime, plannedAheadDaysMax } from '@gridloom/contract/posts/post'
import { countText } from '@gridloom/domain/posts/count-text'
import { lacksDisclosure } from '@gridloom/domain/posts/disclosure'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { type ListedAccount, listConnectedAccounts } from '../channels/index.ts'
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
 * Checks what is to be posted: whose accounts they are, that they can be used, the length for each channel, and the
 * disclosure.
 * @throws Refused `not_found`, `channel_expired`, `post_too_long`, `post_not_disclosed`
 */
export async function checkedTargets(ctx: PostsCtx, post: NewPost): Promise<CheckedTarget[]> {
  const accounts = await listConnectedAccounts(ctx.db, userOf(ctx))
  return post.targets.map(({ connected_account_id: id, text }) => {
    const account = accounts.find((one) => one.id === id)
    if (account === undefined)
      throw new Refused('not_found', { details: { what: 'connected account' } })
    const { channel, handle } = account
    if (account.state !== 'connected')
      throw new Refused('channel_expired', { details: { channel: channelNames[channel] } })
    const words = text ?? post.text
    const limits = limitsOf(ctx, channel)
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
    return { account, text, publishes: limits !== null }
  })
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

import { channelNames } from '@gridloom/contract/channels/channel'
import { plainText } from '@gridloom/contract/core/plain-text'
import { publishNotice } from '../../notices/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { publishPostChanged } from '../publish-post-changed.ts'
import { type ClaimedTarget, settleTarget } from './due-store.ts'

const noticeTextMax = 400

/**
 * Reminds the owner of a post for a channel that we cannot publish to. Settled in the transaction of the notice: a
 * reminder is sent once.
 */
export async function remind(ctx: PostsCtx, target: ClaimedTarget): Promise<void> {
  const { post_id: id, connected_account_id: account, handle } = target
  const channel = channelNames[target.channel]
  await ctx.transact(async (tx) => {
    const outcome = await settleTarget(tx, target, {
      ...{ state: 'reminded', next_try_at: null, may_be_published: false },
    })
    if (outcome === 'lost') return
    await publishPostChanged(tx, target)
    await publishNotice(ctx, tx, {
      accountId: target.account_id,
      notice: {
        ...{ key: `post-due:${id}:${account}:${target.due_at.getTime()}`, level: 'info' },
        text: `It is time to post to ${handle} (${channel}): ${plainText(target.text, noticeTextMax)}`,
      },
      mail: {
        ...{ kind: 'post_reminders', subject: `Time to post to ${plainText(handle, 80)}` },
        button: { label: 'Copy the text', path: '/ambassador/calendar' },
      },
    })
  })
}

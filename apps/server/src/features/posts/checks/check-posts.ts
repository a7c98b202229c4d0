import { createKeyedLimiter } from '@gridloom/async/keyed-limiter'
import { channelNames } from '@gridloom/contract/channels/channel'
import type { PostCheck } from '@gridloom/contract/posts/post'
import { type AfterCheck, afterCheck } from '@gridloom/domain/posts/public-check'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import { ChannelFailed, type PublicPost, readPublicPost } from '../../channels/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { postChanged, postGone } from '../events.ts'
import { publishPostChanged } from '../publish-post-changed.ts'
import { checkRow } from './check-row.ts'
import { insertCheck, selectToCheck, settleCheck, type ToCheck } from './checks-store.ts'

/** A run ends well before another replica takes it over: the next one goes on. */
const runMs = 5 * 60_000
const perHostAtOnce = 2
const postsPerRun = 500

/** Reads published posts again, a day and a week after they were published, and records what is there. */
export async function checkPosts(ctx: PostsCtx): Promise<void> {
  const now = ctx.clock.now()
  const due = await selectToCheck(ctx.db, now, postsPerRun)
  const limiter = createKeyedLimiter({ atOnce: perHostAtOnce })
  const isOver = () => ctx.clock.now().getTime() > now.getTime() + runMs
  await Promise.all(
    due.map((row) =>
      limiter.run(new URL(row.url).host, async () => {
        if (!isOver()) await check(ctx, row)
      }),
    ),
  )
}

async function check(ctx: PostsCtx, row: ToCheck): Promise<void> {
  try {
    const found = await look(ctx, row)
    const after = afterCheck(found, {
      ...{ now: ctx.clock.now(), publishedAt: row.published_at, origin: ctx.publicUrl },
      ...{ stage: row.check_stage, tries: row.check_tries, text: row.text, ours: row.publishes },
    })
    await store(ctx, row, { found, after })
  } catch (error) {
    ctx.log.error(
      { event: 'posts.check_failed', err: error, post: row.post_id },
      'a published post could not be checked',
    )
  }
}

async function look(ctx: PostsCtx, row: ToCheck): Promise<PublicPost | 'gone' | 'unreadable'> {
  try {
    return await readPublicPost(ctx, new URL(row.url), row.channel)
  } catch (error) {
    if (error instanceof ChannelFailed) return 'unreadable'
    throw error
  }
}

async function store(
  ctx: PostsCtx,
  row: ToCheck,
  { found, after }: { found: PublicPost | 'gone' | 'unreadable'; after: AfterCheck },
): Promise<void> {
  const { post_id: subject, connected_account_id: account, account_id: accountId } = row
  const isGone = after.outcome === 'gone'
  await ctx.transact(async (tx) => {
    const settled = await settleCheck(tx, row, {
      ...{ next_check_at: after.nextCheckAt, check_stage: after.stage, check_tries: after.tries },
      ...(isGone ? { state: 'gone' as const } : {}),
    })
    if (settled === 'lost' || after.outcome === null) return
    const { outcome } = after
    await insertCheck(tx, checkRow(row, { at: ctx.clock.now(), outcome, found }))
    await publishPostChanged(tx, row)
    const payload = { connected_account_id: account, channel: row.channel, url: row.url }
    if (isChanged(outcome))
      await recordEvents(ctx, tx, [
        postChanged.of({ subject, accountId, payload: { ...payload, outcome } }),
      ])
    if (!isGone) return
    await recordEvents(ctx, tx, [postGone.of({ subject, accountId, payload })])
    const text = `A post at ${row.handle} on ${channelNames[row.channel]} is not public any more.`
    const notice = { key: `post-gone:${subject}:${account}`, level: 'warning' as const, text }
    await publishNotice(ctx, tx, { accountId, notice, mail: null })
  })
}

function isChanged(
  outcome: PostCheck['outcome'],
): outcome is 'changed' | 'link_missing' | 'not_disclosed' {
  return outcome === 'changed' || outcome === 'link_missing' || outcome === 'not_disclosed'
}

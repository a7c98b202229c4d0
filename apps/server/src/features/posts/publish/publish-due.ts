import type { AccountId } from '@gridloom/contract/core/ids'
import { mediaCallMs } from '../../channels/index.ts'
import type { PostsCtx } from '../ctx.ts'
import { type ClaimedTarget, claimDue } from './due-store.ts'
import { publishTarget } from './publish-target.ts'

const atOnce = 16
const perAccount = 2
/** Longer than all calls of one attempt: renewing the access, looking for the post, and publishing it. */
export const claimMs = 3 * 60_000
/** The same with files, which are sent and processed first. */
export const mediaClaimMs = claimMs + mediaCallMs
/** How soon posts that become due are noticed while others are being published. */
const lookEveryMs = 1_000

/**
 * Publishes everything that is due: several at once, and of each account two at a time. Ends when nothing is due any
 * more. Two replicas share the work by their claims.
 */
export async function publishDue(ctx: PostsCtx, signal: AbortSignal = ctx.signal): Promise<void> {
  const running = new Map<Promise<void>, AccountId>()
  for (;;) {
    const wasIdle = running.size === 0
    const claimed = signal.aborted ? [] : await claim(ctx, running)
    for (const target of claimed) {
      const work = attempt(ctx, target).finally(() => running.delete(work))
      running.set(work, target.account_id)
    }
    // What was busy when the claim began may have ended since: then nobody has looked for the rest of its account.
    if (running.size > 0) await nextLook(ctx, [...running.keys()])
    else if (wasIdle || signal.aborted) return
  }
}

async function claim(
  ctx: PostsCtx,
  running: ReadonlyMap<unknown, AccountId>,
): Promise<ClaimedTarget[]> {
  const most = atOnce - running.size
  if (most <= 0) return []
  const now = ctx.clock.now()
  const leaseEndsAt = new Date(now.getTime() + claimMs)
  const mediaLeaseEndsAt = new Date(now.getTime() + mediaClaimMs)
  const busy = [...new Set(running.values())]
  const lease = ctx.ids.secret()
  return ctx.transact((tx) =>
    claimDue(tx, {
      ...{ now, lease, leaseEndsAt, mediaLeaseEndsAt, busy, most, perAccount },
    }),
  )
}

async function attempt(ctx: PostsCtx, target: ClaimedTarget): Promise<void> {
  try {
    await publishTarget(ctx, target)
  } catch (error) {
    // The claim ends by itself, and the next one looks for what was published.
    ctx.log.error(
      { event: 'posts.attempt_failed', err: error, post: target.post_id },
      'an attempt to publish a post failed',
    )
  }
}

async function nextLook({ clock }: PostsCtx, running: readonly Promise<void>[]): Promise<void> {
  const over = new AbortController()
  const pause = clock.sleep(lookEveryMs, over.signal).catch(() => {
    // Ended below: something was finished before.
  })
  await Promise.race([...running, pause])
  over.abort()
}

import type { Ctx } from '../../platform/ctx.ts'
import { mailNextWanting } from '../accounts/index.ts'
import { advancePhases, lockToMail, noteMailed } from './announcements-store.ts'
import { announcementEmail } from './emails/announcement.ts'
import { publishAnnouncements } from './publish-announcements.ts'

/** Emails per transaction; each is a row and a notification. */
const atOnceMax = 100

type AnnouncementsCtx = Pick<Ctx, 'clock' | 'ids' | 'transact'> & { readonly publicUrl: string }

/**
 * Publishes announcements that begin or end, and queues their emails. Runs every few seconds, on any number of
 * replicas. A batch and the record of its progress are committed together, so that every subscriber is emailed exactly
 * once.
 */
export async function publishDueAnnouncements(
  ctx: AnnouncementsCtx,
  signal: AbortSignal,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const moved = await advancePhases(tx, ctx.clock.now())
    if (moved > 0) await publishAnnouncements(tx)
  })
  while (!signal.aborted && (await mailBatch(ctx)) === 'more');
}

async function mailBatch(ctx: AnnouncementsCtx): Promise<'more' | 'done'> {
  return ctx.transact(async (tx) => {
    const announcement = await lockToMail(tx, ctx.clock.now())
    if (announcement === undefined) return 'done'
    const { id, text, mailed_up_to: after } = announcement
    const upTo = await mailNextWanting(ctx, tx, {
      kind: 'announcements',
      message: (to) => announcementEmail(to, { text, url: ctx.publicUrl }),
      after,
      most: atOnceMax,
    })
    await noteMailed(tx, id, upTo === null ? { at: ctx.clock.now() } : { upTo })
    return 'more'
  })
}

import type { CalendarFeed, NewCalendarFeed } from '@gridloom/contract/posts/post'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { PostsCtx } from '../ctx.ts'
import { deleteFeed, findFeed, storeFeed } from './feeds-store.ts'

/** Returns when the caller's calendar feed was made. Its URL is not stored. */
export async function readFeed(ctx: Ctx): Promise<CalendarFeed> {
  const row = await findFeed(ctx.db, userOf(ctx))
  return { created_at: row?.created_at.toISOString() ?? null }
}

/** Makes a new secret URL of the caller's calendar, and ends the earlier one. */
export async function makeFeed(ctx: PostsCtx): Promise<NewCalendarFeed> {
  const accountId = userOf(ctx)
  const secret = ctx.ids.secret()
  const now = ctx.clock.now()
  await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    await storeFeed(tx, {
      ...{ account_id: accountId, token_hash: hashSecret(secret), created_at: now },
    })
  })
  const url = new URL(`/content/api/calendar/${secret}.ics`, ctx.publicUrl).href
  return { url, created_at: now.toISOString() }
}

/** Ends the URL of the caller's calendar. */
export async function endFeed(ctx: Ctx): Promise<void> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    tx.note({ subject: accountId })
    await deleteFeed(tx, accountId)
  })
}

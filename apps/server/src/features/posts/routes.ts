import { api } from '@gridloom/contract/api'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { cancelPost } from './cancel-post.ts'
import { createPost } from './create-post.ts'
import type { PostsCtx } from './ctx.ts'
import { editPost, reschedulePost } from './edit-post.ts'
import { endFeed, makeFeed, readFeed } from './feed/calendar-feed.ts'
import { downloadFeed } from './feed/download-feed.ts'
import { listPosts } from './list-posts.ts'
import { markPosted } from './mark-posted.ts'
import { readCalendar } from './read-calendar.ts'
import { retryPost } from './retry-post.ts'
import { readPost } from './show-post.ts'

/** Mounts the `posts` area of the contract. */
export function postRoutes<C extends PostsCtx>(
  routes: Routes<C>,
  { calendar }: Pick<AllFeatures, 'calendar'>,
): void {
  const { posts } = api
  routes.on(posts.calendar, (ctx, { query }) => readCalendar(ctx, query, calendar))
  routes.on(posts.create, (ctx, { body }) => createPost(ctx, body))
  routes.on(posts.list, (ctx, { query }) => listPosts(ctx, query))
  routes.on(posts.read, (ctx, { params }) => readPost(ctx, params.id))
  routes.on(posts.edit, (ctx, { params, body }) => editPost(ctx, params.id, body))
  routes.on(posts.reschedule, (ctx, { params, body }) => reschedulePost(ctx, params.id, body.at))
  routes.on(posts.cancel, (ctx, { params }) => cancelPost(ctx, params.id))
  routes.on(posts.retry, (ctx, { params }) => retryPost(ctx, params.id))
  routes.on(posts.posted, (ctx, { params, body }) => markPosted(ctx, params.id, body))
  routes.on(posts.feed, (ctx) => readFeed(ctx))
  routes.on(posts.makeFeed, (ctx) => makeFeed(ctx))
  routes.on(posts.endFeed, async (ctx) => {
    await endFeed(ctx)
    return {}
  })
  routes.download(posts.file, (ctx, { params }) => downloadFeed(ctx, params.file, calendar))
}

import type { Feature } from '../../platform/feature.ts'
import { checkPosts } from './checks/check-posts.ts'
import type { PostsCtx } from './ctx.ts'
import { postChanged, postFailed, postGone, postPublished } from './events.ts'
import { listInLibrary } from './media/list-in-library.ts'
import { postsPersonalData } from './personal-data-store.ts'
import { plannedPostQuota } from './planned-post-quota.ts'
import { publishDue } from './publish/publish-due.ts'
import { postRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** A post was planned, changed, or moved to another state; the subject is its id. */
    posts: 'transient'
  }
}

/** Posts: planned for connected accounts, published at their time, and read again afterwards; the calendar of them. */
export const postsFeature: Feature<PostsCtx> = {
  name: 'posts',
  routes: (routes, all) => postRoutes(routes, all),
  loops: [{ name: 'publish-posts', everyMs: 5_000, run: publishDue }],
  scheduled: [{ name: 'check-posts', schedule: { every: 'hour', minute: 47 }, run: checkPosts }],
  quotas: [plannedPostQuota],
  events: [postPublished, postFailed, postChanged, postGone],
  subscribers: [listInLibrary],
  topics: { posts: { scope: 'posts:read', show: async () => ({ event: 'posts', data: {} }) } },
  personalData: postsPersonalData,
}

import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import { postChanged, postGone } from '../../posts/index.ts'
import type { MissionsCtx } from '../ctx.ts'
import { holdClaims } from './hold-claims.ts'

/** Measures claims that counted posts again, once a check found one of them gone or changed. */
export const onLostPost = eventSubscriber({
  name: 'missions.lost_posts',
  to: [postGone, postChanged],
  handle: async (ctx: MissionsCtx, tx, { accountId }) => {
    if (accountId !== null) await holdClaims(ctx, tx, accountId)
  },
})

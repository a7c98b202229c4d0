import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import {
  affiliateActivated,
  affiliateCommissionBooked,
  affiliateSignedUp,
} from '../affiliate/index.ts'
import { postChanged, postGone, postPublished } from '../posts/index.ts'
import { publishMissions } from './claims/publish-missions.ts'
import type { MissionsCtx } from './ctx.ts'

/** Publishes that missions may have moved, at the events of what they count. Pages poll for the rest. */
export const publishProgress = eventSubscriber({
  name: 'missions.progress',
  to: [
    postPublished,
    postChanged,
    postGone,
    affiliateSignedUp,
    affiliateActivated,
    affiliateCommissionBooked,
  ],
  handle: async (_ctx: MissionsCtx, tx, { accountId }) => {
    if (accountId !== null) await publishMissions(tx, accountId)
  },
})

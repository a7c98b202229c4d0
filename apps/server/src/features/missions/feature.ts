import type { Feature } from '../../platform/feature.ts'
import { missionPeriods } from './calendar-periods.ts'
import type { MissionsCtx } from './ctx.ts'
import { missionClaimDecided, missionClaimed } from './events.ts'
import { onLostPost } from './lost-posts/on-lost-post.ts'
import { closeMissions } from './operator/close-missions.ts'
import { missionsPersonalData } from './personal-data-store.ts'
import { publishProgress } from './publish-progress.ts'
import { missionRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The progress of an account's missions, or one of its claims. */
    missions: 'transient'
  }
}

/** Missions: steps that the platform checks by its own records, and rewards that its kept fees cover. */
export const missionsFeature: Feature<MissionsCtx> = {
  name: 'missions',
  routes: (routes) => missionRoutes(routes),
  scheduled: [
    { name: 'close-missions', schedule: { every: 'hour', minute: 7 }, run: closeMissions },
  ],
  events: [missionClaimed, missionClaimDecided],
  subscribers: [onLostPost, publishProgress],
  topics: { missions: { show: async () => ({ event: 'missions', data: {} }) } },
  calendar: missionPeriods,
  personalData: missionsPersonalData,
}

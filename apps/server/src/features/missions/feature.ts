import type { Feature } from '../../platform/feature.ts'
import type { MissionsCtx } from './ctx.ts'
import { missionClaimed } from './events.ts'
import { closeMissions } from './operator/close-missions.ts'
import { missionsPersonalData } from './personal-data-store.ts'
import { missionRoutes } from './routes.ts'

/** Missions: steps that the platform checks by its own records, and rewards that its kept fees cover. */
export const missionsFeature: Feature<MissionsCtx> = {
  name: 'missions',
  routes: (routes) => missionRoutes(routes),
  scheduled: [
    { name: 'close-missions', schedule: { every: 'hour', minute: 7 }, run: closeMissions },
  ],
  events: [missionClaimed],
  personalData: missionsPersonalData,
}

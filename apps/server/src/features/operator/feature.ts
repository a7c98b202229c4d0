import type { Feature } from '../../platform/feature.ts'
import { announcementPeriods } from './announcement-periods.ts'
import { publishDueAnnouncements } from './publish-due-announcements.ts'
import { type OperatorCtx, operatorRoutes } from './routes.ts'
import { watchMaintenance } from './watch-maintenance.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    announcements: 'stored'
  }
}

/** The interval in which announcements begin and end, to this accuracy. */
const announcementsEveryMs = 5_000

export const operatorFeature: Feature<OperatorCtx, Pick<OperatorCtx, 'maintenance'>> = {
  name: 'operator',
  calendar: announcementPeriods,
  services: async (parts) => {
    const maintenance = await watchMaintenance(parts)
    return {
      adapters: { maintenance },
      [Symbol.asyncDispose]: () => maintenance[Symbol.asyncDispose](),
    }
  },
  routes: (routes, all) => operatorRoutes(routes, all),
  topics: { announcements: { show: async () => ({ event: 'announcements', data: {} }) } },
  loops: [{ name: 'announcements', everyMs: announcementsEveryMs, run: publishDueAnnouncements }],
}

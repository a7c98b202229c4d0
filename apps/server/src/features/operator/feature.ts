import type { Feature } from '../../platform/feature.ts'
import { publishDueAnnouncements } from './publish-due-announcements.ts'
import { type OperatorCtx, operatorRoutes } from './routes.ts'

/** The interval in which announcements begin and end, to this accuracy. */
const announcementsEveryMs = 5_000

export const operatorFeature: Feature<OperatorCtx> = {
  name: 'operator',
  routes: (routes, all) => operatorRoutes(routes, all),
  topics: { announcements: { show: async () => ({ event: 'announcements', data: {} }) } },
  loops: [{ name: 'announcements', everyMs: announcementsEveryMs, run: publishDueAnnouncements }],
}

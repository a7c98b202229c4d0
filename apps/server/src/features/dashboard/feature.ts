import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { readDashboard } from './read-dashboard.ts'

/** An account at a glance, read from the features that own its parts. */
export const dashboardFeature: Feature<Ctx> = {
  name: 'dashboard',
  routes: (routes, all) => routes.on(api.dashboard.read, (ctx) => readDashboard(ctx, all)),
}

import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { forgetOrigins } from './forget-origins.ts'
import { auditPersonalData } from './personal-data-store.ts'
import { auditRoutes } from './routes.ts'

export const auditFeature: Feature<Ctx> = {
  name: 'audit',
  personalData: auditPersonalData,
  routes: (routes) => auditRoutes(routes),
  scheduled: [
    { name: 'forget-origins', schedule: { every: 'day', hour: 4, minute: 7 }, run: forgetOrigins },
  ],
}

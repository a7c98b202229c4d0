import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { forgetOrigins } from './forget-origins.ts'
import { auditPersonalData } from './personal-data-store.ts'
import { auditRoutes } from './routes.ts'

export const auditFeature: Feature<Ctx> = {
  name: 'audit',
  personalData: auditPersonalData,
  routes: (routes) => auditRoutes(routes),
  scheduled: [{ name: 'forget-origins', cron: '7 4 * * *', run: forgetOrigins }],
}

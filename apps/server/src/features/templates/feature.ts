import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { templateRoutes } from './routes.ts'

export const templatesFeature: Feature<Ctx> = {
  name: 'templates',
  routes: (routes) => templateRoutes(routes),
}

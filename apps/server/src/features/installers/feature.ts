import type { Feature } from '../../platform/feature.ts'
import type { InstallersCtx } from './ctx.ts'
import { installerRoutes } from './routes.ts'

export const installersFeature: Feature<InstallersCtx> = {
  name: 'installers',
  routes: (routes) => installerRoutes(routes),
}

import type { Feature } from '../../platform/feature.ts'
import { createInstallerServices, type InstallerAdapters } from './create-installer-services.ts'
import type { InstallersCtx } from './ctx.ts'
import { installerRoutes } from './routes.ts'

export const installersFeature: Feature<InstallersCtx, InstallerAdapters> = {
  name: 'installers',
  services: createInstallerServices,
  routes: (routes) => installerRoutes(routes),
}

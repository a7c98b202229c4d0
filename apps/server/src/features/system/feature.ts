import type { Feature } from '../../platform/feature.ts'
import type { SystemCtx } from './ctx.ts'
import { docsPage } from './docs-page.ts'
import { publicConfigOf } from './public-config.ts'
import { systemRoutes } from './routes.ts'

/** The health, the configuration, the API reference and the event stream of the server. */
export const systemFeature: Feature<SystemCtx, Pick<SystemCtx, 'publicConfig'>> = {
  name: 'system',
  services: (parts) => ({ adapters: { publicConfig: publicConfigOf(parts) } }),
  routes: (routes, all) => systemRoutes(routes, all),
  pages: (http, { ids }) => docsPage(http, { nonce: ids.secret() }),
}

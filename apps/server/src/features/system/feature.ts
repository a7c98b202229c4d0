import type { Feature } from '../../platform/feature.ts'
import { type SystemOptions, systemRoutes } from './routes.ts'
import type { SystemCtx } from './stream-events.ts'

/** The server's own health, configuration and event stream. */
export function systemFeature(options: SystemOptions): Feature<SystemCtx> {
  return { name: 'system', routes: (routes, all) => systemRoutes(routes, options, all) }
}

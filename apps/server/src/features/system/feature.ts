import type { Feature } from '../../platform/feature.ts'
import { type SystemOptions, systemRoutes } from './routes.ts'
import type { SystemCtx } from './stream-events.ts'

/** The server's own health, configuration and event stream. */
export function systemFeature<X extends SystemCtx>(options: SystemOptions<X>): Feature<X> {
  return { name: 'system', routes: (routes, all) => systemRoutes(routes, options, all) }
}

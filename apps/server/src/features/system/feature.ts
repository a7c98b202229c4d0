import type { Feature } from '../../platform/feature.ts'
import { type SystemOptions, systemRoutes } from './routes.ts'
import type { SystemCtx } from './stream-events.ts'

/** The health, the configuration and the event stream of the server. */
export function systemFeature<X extends SystemCtx>(options: SystemOptions<X>): Feature<X> {
  return { name: 'system', routes: (routes, all) => systemRoutes(routes, options, all) }
}

import { createRootRouteWithContext } from '@tanstack/react-router'
import type { Runtime } from '../../api/runtime.tsx'
import { Root } from '../root.tsx'

interface RouterContext {
  runtime: Runtime
}

/** What every screen stands in. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root })

import { createRootRouteWithContext } from '@tanstack/react-router'
import type { Runtime } from '../../api/runtime.tsx'
import { Root } from '../root.tsx'

interface RouterContext {
  runtime: Runtime
}

/** The parent of every route. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root })

import { createRoute } from '@tanstack/react-router'
import { readHubSearch } from '../../features/models/hub-address.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { rootRoute } from './root-route.tsx'
import { shell } from './shell-route.ts'

// The model hub: the list of models, a chat with one, and shared chats.

/** Search, sort and the model whose details are open are in the URL. */
const hub = createRoute({
  getParentRoute: () => shell,
  path: '/model-hub',
  validateSearch: readHubSearch,
  component: lazyPart(async () => (await import('../../features/models/hub-page.tsx')).HubPage),
})

/** A model by its id, whose slash is written as `%2F`; the open chat follows in the path. */
const model = createRoute({
  getParentRoute: () => shell,
  path: '/model-hub/$id',
  validateSearch: ({ chat }: Record<string, unknown>): { chat?: string } =>
    typeof chat === 'string' ? { chat } : {},
  component: lazyPart(async () => (await import('./model-page.tsx')).ModelPage),
})

/** Public for everyone who has the link. */
export const sharedChatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model-hub/shared/$secret',
  component: lazyPart(
    async () => (await import('../../features/models/shared/shared-page.tsx')).SharedPage,
  ),
})

export const modelHubRoutes = [hub, model] as const

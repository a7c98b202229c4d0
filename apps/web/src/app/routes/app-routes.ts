import { createRoute } from '@tanstack/react-router'
import { readStoreSearch } from '../../features/apps/list/store-address.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// The app store: its apps, and the page of one. Visitors may read both.

/** The search and the category are in the URL. */
const store = createRoute({
  getParentRoute: () => shell,
  path: '/appStore',
  validateSearch: readStoreSearch,
  component: lazyPart(
    async () => (await import('../../features/apps/list/apps-page.tsx')).AppsPage,
  ),
})

/** `launch` opens the dialog, also after a sign-in; `instance` is the one that it launched. */
const app = createRoute({
  getParentRoute: () => shell,
  path: '/appStore/$slug',
  validateSearch: ({ launch, instance }: Record<string, unknown>): AppPageWords => ({
    ...(launch === true ? { launch } : {}),
    ...(typeof instance === 'string' ? { instance } : {}),
  }),
  component: lazyPart(async () => (await import('../../features/apps/view/app-page.tsx')).AppPage),
})

export const appRoutes = [store, app] as const

interface AppPageWords {
  launch?: true
  instance?: string
}

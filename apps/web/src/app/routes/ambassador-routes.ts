import { createRoute } from '@tanstack/react-router'
import { readLibrarySearch } from '../../features/media/library-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// What ambassadors post.

/** The search and the filter are in the URL. */
const library = createRoute({
  getParentRoute: () => shell,
  path: '/ambassador/library',
  validateSearch: readLibrarySearch,
  component: lazyPart(
    async () => (await import('../../features/media/library-page.tsx')).LibraryPage,
  ),
})

const media = createRoute({
  getParentRoute: () => shell,
  path: '/ambassador/library/$mediaId',
  component: lazyPart(async () => (await import('../../features/media/media-page.tsx')).MediaPage),
})

export const ambassadorRoutes = [library, media] as const

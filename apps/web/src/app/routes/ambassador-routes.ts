import { createRoute } from '@tanstack/react-router'
import { readReturnSearch } from '../../features/channels/return-search.ts'
import { readLibrarySearch } from '../../features/media/library-search.ts'
import { readCalendarSearch } from '../../features/posts/calendar-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// What ambassadors post, when and where.

const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/ambassador/calendar',
  validateSearch: readCalendarSearch,
  component: lazyPart(
    async () => (await import('../../features/posts/calendar-page.tsx')).CalendarPage,
  ),
})

const channels = createRoute({
  getParentRoute: () => shell,
  path: '/ambassador/manage',
  component: lazyPart(
    async () => (await import('../../features/channels/channels-page.tsx')).ChannelsPage,
  ),
})

/** Channels come back to it with their answer in the URL. */
const channelReturn = createRoute({
  getParentRoute: () => shell,
  path: '/ambassador/manage/return',
  validateSearch: readReturnSearch,
  component: lazyPart(
    async () => (await import('../../features/channels/return-page.tsx')).ReturnPage,
  ),
})

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

export const ambassadorRoutes = [calendar, channels, channelReturn, library, media] as const

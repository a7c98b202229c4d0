import { createRoute } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// Rendering: upload, configuration, a running job, and the list of all jobs.

const upload = createRoute({
  getParentRoute: () => shell,
  path: '/render',
  component: lazyPart(
    async () => (await import('../../features/rendering/upload-page.tsx')).UploadPage,
  ),
})

/** The page of the list is in the URL. */
const listing = createRoute({
  getParentRoute: () => shell,
  path: '/render/listing',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {},
  component: lazyPart(
    async () => (await import('../../features/rendering/listing-page.tsx')).ListingPage,
  ),
})

const config = createRoute({
  getParentRoute: () => shell,
  path: '/render/config/$id',
  component: lazyPart(
    async () => (await import('../../features/rendering/config-page.tsx')).ConfigPage,
  ),
})

/** The open tab is in the URL. */
const process = createRoute({
  getParentRoute: () => shell,
  path: '/render/process/$id',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } =>
    typeof tab === 'string' ? { tab } : {},
  component: lazyPart(
    async () => (await import('../../features/rendering/process-page.tsx')).ProcessPage,
  ),
})

export const renderRoutes = [upload, listing, config, process] as const

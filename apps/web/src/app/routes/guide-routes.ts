import { createRoute } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { rootRoute } from './root-route.tsx'

/** The guides are read by everyone: inside the shell when signed in, else under a bar with sign-in and registration. */
const guides = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guides',
  // Whoever signs in from here, by whichever button, comes back here.
  beforeLoad: ({ context: { runtime }, location, preload }) => {
    if (preload || runtime.auth.store.getState().isLoggedIn) return
    runtime.auth.keepWay(location.href)
  },
  component: lazyPart(async () => (await import('./guide-frame.tsx')).GuideFrame),
})

const ubuntu = createRoute({
  getParentRoute: () => guides,
  path: '/how-to-host',
  component: lazyPart(
    async () => (await import('../../features/installers/guide-pages.tsx')).UbuntuGuide,
  ),
})

const windows = createRoute({
  getParentRoute: () => guides,
  path: '/how-to-host/windows',
  component: lazyPart(
    async () => (await import('../../features/installers/guide-pages.tsx')).WindowsGuide,
  ),
})

const mac = createRoute({
  getParentRoute: () => guides,
  path: '/how-to-host/mac',
  component: lazyPart(
    async () => (await import('../../features/installers/guide-pages.tsx')).MacGuide,
  ),
})

export const guideRoutes = guides.addChildren([ubuntu, windows, mac])

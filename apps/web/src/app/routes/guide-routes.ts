import { createRoute } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { frame } from './frame.tsx'
import { rootRoute } from './root-route.tsx'

/** The guides are public: inside the shell when signed in, else below a bar with sign-in and registration. */
const guides = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guides',
  // Signing in from a guide, with any button, returns to that guide.
  beforeLoad: ({ context: { runtime }, location, preload }) => {
    if (preload || runtime.auth.store.getState().isLoggedIn) return
    runtime.auth.keepReturnPath(location.href)
  },
  ...frame,
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

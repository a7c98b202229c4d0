import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { rootRoute } from './root-route.tsx'

/** The parent of all guarded routes; visitors are sent to sign in and then back. */
export const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyPart(async () => (await import('../shell/shell.tsx')).Shell),
  beforeLoad: ({ context: { runtime }, location }) => {
    if (runtime.auth.store.getState().isLoggedIn) return
    runtime.auth.keepReturnPath(location.href)
    throw redirect({ to: '/onboarding', replace: true })
  },
})

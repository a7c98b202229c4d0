import { createRoute, redirect } from '@tanstack/react-router'
import { frame } from './frame.tsx'
import { rootRoute } from './root-route.tsx'

/** Pages that visitors may read too; what needs an account asks them to sign in. */
const openPath = /^\/(?:(?:model-hub|appStore)(?:\/|$)|dashboard\/gpu-info$|prices$|token$)/

/** The parent of all guarded routes; visitors sign in over the start page and are sent back. */
export const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ context: { runtime }, location, preload }) => {
    const { auth } = runtime
    if (auth.store.getState().isLoggedIn) return
    const isOpen = openPath.test(location.pathname)
    // A pointer over a link loads its page ahead; only following it asks to sign in.
    if (!preload) {
      auth.keepReturnPath(location.href)
      if (!isOpen) auth.openLogin('login')
    }
    if (isOpen) return
    throw redirect({ to: '/onboarding', replace: true })
  },
  ...frame,
})

import { createRoute, redirect } from '@tanstack/react-router'
import { balanceQuery, detailsQuery } from '../../api/queries.ts'
import { type Runtime, useAuth } from '../../api/runtime.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageLoading } from '../page-loading.tsx'
import { ShellLoading } from '../shell/shell-loading.tsx'
import { rootRoute } from './root-route.tsx'

const Shell = lazyPart(async () => (await import('../shell/shell.tsx')).Shell)
const OpenFrame = lazyPart(async () => (await import('./open-frame.tsx')).OpenFrame)

/** Pages that visitors may read too; what needs an account asks them to sign in. */
const openPath = /^\/model-hub(\/|$)/

/** The parent of all guarded routes; visitors sign in over the start page and are sent back. */
export const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Frame,
  pendingComponent: FrameLoading,
  beforeLoad: ({ context: { runtime }, location, preload }) => {
    const { auth } = runtime
    if (isSignedIn(runtime)) return
    const isOpen = openPath.test(location.pathname)
    // A pointer over a link loads its page ahead; only following it asks to sign in.
    if (!preload) {
      auth.keepReturnPath(location.href)
      if (!isOpen) auth.openLogin('login')
    }
    if (isOpen) return
    throw redirect({ to: '/onboarding', replace: true })
  },
  // The frame's code and data are requested with those of the page, not once the page's frame is drawn.
  loader: ({ context: { runtime } }) => {
    if (!isSignedIn(runtime)) return OpenFrame.preload()
    prefetchShell(runtime)
    return Shell.preload()
  },
})

/** The shell for a signed-in user, else the frame of public pages. */
function Frame() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  return isLoggedIn ? <Shell /> : <OpenFrame />
}

function FrameLoading() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  return isLoggedIn ? <ShellLoading /> : <PageLoading />
}

/** Fetches what the shell shows, unless it is cached. */
function prefetchShell({ queryClient, client }: Runtime): void {
  const staleTime = Number.POSITIVE_INFINITY
  // @NOTE fetched in the background: a failure is shown where the data is used
  void queryClient.prefetchQuery({ ...detailsQuery(client), staleTime })
  void queryClient.prefetchQuery({ ...balanceQuery(client), staleTime })
}

function isSignedIn({ auth }: Runtime): boolean {
  return auth.store.getState().isLoggedIn
}

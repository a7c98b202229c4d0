import { balanceQuery, detailsQuery } from '../../api/queries.ts'
import { type Runtime, useAuth } from '../../api/runtime.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageLoading } from '../page-loading.tsx'
import { ShellLoading } from '../shell/shell-loading.tsx'

const Shell = lazyPart(async () => (await import('../shell/shell.tsx')).Shell)
const OpenFrame = lazyPart(async () => (await import('./open-frame.tsx')).OpenFrame)

/**
 * What a route needs to draw its pages in a frame: the shell for a signed-in user, else that of public pages. The code
 * and the data of the frame are requested with those of the page.
 */
export const frame = {
  component: Frame,
  pendingComponent: FrameLoading,
  loader: ({ context: { runtime } }: { context: { runtime: Runtime } }) => {
    if (!runtime.auth.store.getState().isLoggedIn) return OpenFrame.preload()
    prefetchShell(runtime)
    return Shell.preload()
  },
}

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

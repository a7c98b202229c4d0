import { Outlet } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { PublicHeader } from '../../shared/components/public-header.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageTour } from '../shell/tour/page-tour.tsx'

const Shell = lazyPart(async () => (await import('../shell/shell.tsx')).Shell)

/** The frame of public pages: the shell for a signed-in user, else the public header. */
export function OpenFrame() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  if (isLoggedIn) return <Shell />
  return (
    <>
      <PublicHeader />
      <main>
        <PageTour />
        <Outlet />
      </main>
    </>
  )
}

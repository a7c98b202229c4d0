import { Outlet } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { PublicHeader } from '../../shared/components/public-header.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Shell = lazyPart(async () => (await import('../shell/shell.tsx')).Shell)

/** The shell for a signed-in user; the public header for everyone else. */
export function GuideFrame() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  if (isLoggedIn) return <Shell />
  return (
    <>
      <PublicHeader />
      <main>
        <Outlet />
      </main>
    </>
  )
}

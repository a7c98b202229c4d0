import { Outlet } from '@tanstack/react-router'
import { lazyPart } from '../lib/lazy-part.tsx'
import { PublicHeader } from '../lib/parts/public-header.tsx'
import { useAuth } from '../lib/runtime.tsx'

const Shell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell)

/** The shell for whoever is signed in; the public header for everyone else. */
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

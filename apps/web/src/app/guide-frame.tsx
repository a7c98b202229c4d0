import { Outlet } from '@tanstack/react-router'
import { FrontBar } from '../features/onboarding/front-bar.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useAuth } from '../lib/runtime.tsx'

const Shell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell)

/** The shell for whoever is signed in; a bar with the ways in for everyone else. */
export function GuideFrame() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  if (isLoggedIn) return <Shell />
  return (
    <>
      <FrontBar />
      <main>
        <Outlet />
      </main>
    </>
  )
}

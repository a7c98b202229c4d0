import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useAuth } from '../lib/runtime.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

const LoginModal = lazyPart(
  async () => (await import('../features/identity/login-modal.tsx')).LoginModal,
)

/** The outermost frame: the screen, and the login modal over whatever is there. */
export function Root() {
  const showLogin = useAuth((state) => state.showLogin)
  useLeaveWhenSignedOut()
  useOtherTabs()
  return (
    <>
      <Outlet />
      <Suspense>{showLogin && <LoginModal />}</Suspense>
    </>
  )
}

/** A session that ends anywhere (401, sign-out, another tab's) sends every guarded screen to the front door. */
function useLeaveWhenSignedOut(): void {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const router = useRouter()
  useEffect(() => {
    // @NOTE a navigation that another one overtakes is no failure
    if (!isLoggedIn) void router.invalidate()
  }, [isLoggedIn, router])
}

import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { useAuth, useRuntime } from '../api/runtime.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageMetadata } from './metadata/page-metadata.tsx'
import { Announcements } from './notices/announcements.tsx'
import { MaintenanceBanner } from './notices/maintenance-banner.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

const LoginModal = lazyPart(
  async () => (await import('../features/auth/login-modal.tsx')).LoginModal,
)

const ConfirmModal = lazyPart(
  async () => (await import('../features/auth/reauth/reauth-modal.tsx')).ConfirmModal,
)

const MembershipEnded = lazyPart(
  async () => (await import('./notices/membership-ended.tsx')).MembershipEnded,
)

/** The outermost frame: the screen, and the login modal over whatever is there. */
export function Root() {
  const showLogin = useAuth((state) => state.showLogin)
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const isAsked = useStore(useRuntime().confirmations.store, (state) => state.asked)
  const hasLeft = useAuth((state) => state.membershipEnded)
  useLeaveWhenSignedOut()
  useOtherTabs()
  return (
    <>
      <PageMetadata />
      <Announcements />
      <Outlet />
      <MaintenanceBanner />
      <Suspense>{showLogin && <LoginModal />}</Suspense>
      <Suspense>{hasLeft && isLoggedIn && <MembershipEnded />}</Suspense>
      <Suspense>{isAsked && isLoggedIn && <ConfirmModal />}</Suspense>
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

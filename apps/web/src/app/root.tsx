import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { useAuth, useRuntime } from '../api/runtime.tsx'
import { Announcements } from '../features/system/announcements.tsx'
import { MaintenanceBanner } from '../features/system/maintenance-banner.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageMetadata } from './metadata/page-metadata.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

const LoginModal = lazyPart(
  async () => (await import('../features/auth/login-modal.tsx')).LoginModal,
)

const ConfirmModal = lazyPart(
  async () => (await import('../features/auth/reauth/reauth-modal.tsx')).ConfirmModal,
)

const WalletDialog = lazyPart(
  async () => (await import('../features/wallet/wallet-dialog.tsx')).WalletDialog,
)

const MembershipEnded = lazyPart(
  async () => (await import('../features/companies/membership-ended.tsx')).MembershipEnded,
)

/** The outermost component: the screen, and the login modal above it. */
export function Root() {
  const showLogin = useAuth((state) => state.showLogin)
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const isAsked = useStore(useRuntime().confirmations.store, (state) => state.asked)
  const asksForWallet = useStore(useRuntime().wallet.store, (state) => state.isOpen)
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
      <Suspense>{asksForWallet && <WalletDialog />}</Suspense>
      <Suspense>{isAsked && isLoggedIn && <ConfirmModal />}</Suspense>
    </>
  )
}

/** Leaves every guarded screen for the start page when the session ends (401, sign-out, in another tab). */
function useLeaveWhenSignedOut(): void {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const router = useRouter()
  useEffect(() => {
    // @NOTE a navigation superseded by another one is not a failure
    if (!isLoggedIn) void router.invalidate()
  }, [isLoggedIn, router])
}

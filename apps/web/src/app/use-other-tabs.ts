import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useRuntime } from '../api/runtime.tsx'
import { useAfterSignIn } from '../shared/auth/use-go-on.ts'

/** Follows sign-in and sign-out in other tabs: a sign-in provider returns in a tab of its own. */
export function useOtherTabs(): void {
  const runtime = useRuntime()
  const router = useRouter()
  const afterSignIn = useAfterSignIn()

  const look = useEffectEvent(() => {
    const happened = runtime.lookAtToken()
    const { showLogin } = runtime.auth.store.getState()
    // @NOTE a failed fetch of the details shows its own toast
    if (happened === 'signed-in' && showLogin) void afterSignIn()
    // @NOTE a navigation superseded by another one is not a failure
    if (happened === 'signed-out') void router.invalidate()
  })

  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const onStorage = ({ key }: StorageEvent) => (key === 'isLoggedIn' || key === null) && look()
    window.addEventListener('storage', onStorage, { signal })
    // The reliable signal: a storage event may arrive before the cookie that was cleared ahead of it.
    if ('cookieStore' in window) cookieStore.addEventListener('change', () => look(), { signal })
    document.addEventListener('visibilitychange', () => look(), { signal })
    return () => leave.abort()
  }, [])
}

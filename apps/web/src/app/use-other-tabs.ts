import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useRuntime } from '../api/runtime.tsx'
import { useAfterSignIn } from '../shared/auth/use-go-on.ts'

/** Signing in or out in one tab does so in the others: a sign-in provider answers in a tab of its own. */
export function useOtherTabs(): void {
  const runtime = useRuntime()
  const router = useRouter()
  const afterSignIn = useAfterSignIn()

  const look = useEffectEvent(() => {
    const happened = runtime.lookAtToken()
    const { showLogin } = runtime.auth.store.getState()
    // @NOTE a failed look at the details shows its own toast
    if (happened === 'signed-in' && showLogin) void afterSignIn()
    // @NOTE a navigation that another one overtakes is no failure
    if (happened === 'signed-out') void router.invalidate()
  })

  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const onStorage = ({ key }: StorageEvent) => (key === 'isLoggedIn' || key === null) && look()
    window.addEventListener('storage', onStorage, { signal })
    // The one that is sure: a page may hear of the storage before the cookie that was dropped first has reached it.
    if ('cookieStore' in window) cookieStore.addEventListener('change', () => look(), { signal })
    document.addEventListener('visibilitychange', () => look(), { signal })
    return () => leave.abort()
  }, [])
}

import { systemClock } from '@gridloom/async/clock'
import { useRouter } from '@tanstack/react-router'
import { useRuntime } from '../../api/runtime.tsx'

const farewellMs = 5_000

/**
 * Signs out here at once and on the server as well as it can be told; then shows the login modal.
 * A server that cannot be reached must not keep anybody signed in on this page.
 */
export function useSignOut(): () => void {
  const runtime = useRuntime()
  const router = useRouter()
  return () => {
    const request = runtime.client.auth.logout({ signal: systemClock.timeout(farewellMs) })
    // @NOTE the session ends by itself on the server; only the message to it was lost
    request.catch(() => undefined)
    runtime.signOut()
    runtime.auth.forgetVisit()
    void router.navigate({ to: '/onboarding' })
    runtime.auth.openLogin('login')
  }
}

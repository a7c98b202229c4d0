import { systemClock } from '@gridloom/async/clock'
import { useRouter } from '@tanstack/react-router'
import { useRuntime } from '../../api/runtime.tsx'

const farewellMs = 5_000

/**
 * Signs out on this page at once and asks the server to end the session; then shows the login modal. An unreachable
 * server must not keep the user signed in on this page.
 */
export function useSignOut(): () => void {
  const runtime = useRuntime()
  const router = useRouter()
  return () => {
    const request = runtime.client.auth.logout({ signal: systemClock.timeout(farewellMs) })
    // @NOTE the session expires on the server anyway; only the request to end it was lost
    request.catch(() => undefined)
    runtime.signOut()
    runtime.auth.forgetVisit()
    void router.navigate({ to: '/onboarding' })
    runtime.auth.openLogin('login')
  }
}

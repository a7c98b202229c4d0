import { useRouter } from '@tanstack/react-router'
import { configQuery, detailsQuery } from '../../api/queries.ts'
import { type Runtime, useRuntime } from '../../api/runtime.tsx'
import { wayAfterSignIn } from '../../api/session/auth-store.ts'

/** Screens around the product: from these, signing in leads on. Elsewhere the modal just closes. */
const outside = ['/', '/onboarding', '/welcome', '/verify']

/**
 * Where somebody goes who is signed in and past the access code: the interrupted way, else by flow
 * (specification, section 4). With the hivemind flow its own site opens in a new tab as well.
 */
export function useGoOn(): () => Promise<void> {
  const runtime = useRuntime()
  const router = useRouter()
  return async () => {
    const { auth } = runtime
    await openHivemind(runtime)
    const { pathname } = router.state.location
    if (!outside.includes(pathname)) return
    const way = wayAfterSignIn(auth.store.getState())
    auth.keepWay(undefined)
    if (pathname === '/welcome' && way === '/onboarding') return
    await router.navigate({ href: way })
  }
}

/** Where somebody goes who is signed in and has things left to do: the list of them. */
export function useGoToWelcome(): () => Promise<void> {
  const { auth } = useRuntime()
  const router = useRouter()
  return async () => {
    auth.keepStep('welcome')
    if (!outside.includes(router.state.location.pathname)) return
    await router.navigate({ to: '/welcome' })
  }
}

/** Goes on after a sign-in: straight on, or by the access code where the account still needs one. */
export function useAfterSignIn(): () => Promise<void> {
  const runtime = useRuntime()
  const goOn = useGoOn()
  const goToWelcome = useGoToWelcome()
  return async () => {
    const { auth } = runtime
    if ((await readAccess(runtime)) === 'closed') {
      auth.openAccessCode()
      return goToWelcome()
    }
    auth.closeLogin()
    return goOn()
  }
}

/** Whether the beta is open to who is signed in, freshly asked. A failure says `Please try again.`. */
export async function readAccess(runtime: Runtime): Promise<'open' | 'closed' | 'unknown'> {
  const { client, queryClient, toasts } = runtime
  try {
    const asked = { ...detailsQuery(client), staleTime: 0 }
    const details = await queryClient.fetchQuery(asked)
    return details.has_entered_referral_code ? 'open' : 'closed'
  } catch {
    // @NOTE signed in all the same; the shell asks again and shows its own error
    toasts.show({ type: 'error', message: 'Please try again.' })
    return 'unknown'
  }
}

async function openHivemind({ auth, client, queryClient }: Runtime): Promise<void> {
  if (auth.store.getState().flow !== 'hivemind') return
  try {
    const details = await queryClient.ensureQueryData(detailsQuery(client))
    if (!details.has_entered_referral_code) return
    const { hivemind_url: url } = await queryClient.ensureQueryData(configQuery(client))
    if (url !== null) window.open(url, '_blank', 'noopener')
  } catch {
    // @NOTE without the configuration there is nowhere to lead; the page goes on by itself
  }
}

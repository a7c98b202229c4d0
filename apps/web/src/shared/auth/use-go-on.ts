import { useRouter } from '@tanstack/react-router'
import { configQuery, detailsQuery } from '../../api/queries.ts'
import { type Runtime, useRuntime } from '../../api/runtime.tsx'
import { returnPathAfterSignIn } from '../../api/session/auth-store.ts'

/** Pages outside the product: signing in on these navigates on. Elsewhere the modal just closes. */
const outside = ['/', '/onboarding', '/welcome', '/verify']

/**
 * Navigates a signed-in user with access: to the interrupted path, else by flow (specification, section 4). With the
 * hivemind flow its own site also opens in a new tab.
 */
export function useGoOn(): () => Promise<void> {
  const runtime = useRuntime()
  const router = useRouter()
  return async () => {
    const { auth } = runtime
    void storeFlow(runtime)
    await openHivemind(runtime)
    const { pathname } = router.state.location
    if (!outside.includes(pathname)) return
    const way = returnPathAfterSignIn(auth.store.getState())
    auth.keepReturnPath(undefined)
    if (pathname === '/welcome' && way === '/onboarding') return
    await router.navigate({ href: way })
  }
}

/** Navigates a signed-in user with missing setup steps to the list of them. */
export function useGoToWelcome(): () => Promise<void> {
  const { auth } = useRuntime()
  const router = useRouter()
  return async () => {
    auth.keepStep('welcome')
    if (!outside.includes(router.state.location.pathname)) return
    await router.navigate({ to: '/welcome' })
  }
}

/** Continues after a sign-in: to the product, or to the access code if the account still needs one. */
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

/** Fetches whether the signed-in user has access. */
export async function readAccess(runtime: Runtime): Promise<'open' | 'closed' | 'unknown'> {
  const { client, queryClient } = runtime
  try {
    const asked = { ...detailsQuery(client), staleTime: 0 }
    const details = await queryClient.fetchQuery(asked)
    return details.has_entered_referral_code ? 'open' : 'closed'
  } catch {
    // @NOTE the user is signed in anyway; the query cache shows the failure (api/read-problems.ts)
    return 'unknown'
  }
}

/** Stores the choice of the start page with the account: it decides which missions are for it. */
async function storeFlow({ auth, client }: Runtime): Promise<void> {
  const { flow } = auth.store.getState()
  if (flow === undefined) return
  try {
    await client.accounts.changeFlow({ body: { flow } })
  } catch {
    // @NOTE the missions page shows what is stored, and changes it
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
    // @NOTE without the configuration there is no URL to open; the page continues normally
  }
}

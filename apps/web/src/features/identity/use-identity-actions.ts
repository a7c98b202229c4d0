import type { Client } from '@gridloom/client/calls'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { detailsQuery } from '../../lib/api/queries.ts'
import { wayAfterSignIn } from '../../lib/auth/auth-store.ts'
import { type Runtime, useRuntime } from '../../lib/runtime.tsx'
import { withOutcome, words } from './outcome.ts'

type LoginInput = NonNullable<Parameters<Client['identity']['login']>[0]>['body']
type RegisterInput = NonNullable<Parameters<Client['identity']['register']>[0]>['body']

/** Signs in; then on to the interrupted way, or to the access code where the account still needs one. */
export function useLogin() {
  const runtime = useRuntime()
  const goOn = useGoOn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: LoginInput) =>
      withOutcome(runtime.toasts, words.login, () => runtime.client.identity.login({ body })),
    onSuccess: async ({ token }) => {
      runtime.signIn(token)
      if (await needsAccessCode(runtime)) runtime.auth.openAccessCode()
      else runtime.auth.closeLogin()
      await goOn()
    },
  })
}

/** Makes an account and signs in with it; the modal closes. */
export function useRegister() {
  const runtime = useRuntime()
  const goOn = useGoOn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: RegisterInput) =>
      withOutcome(runtime.toasts, words.register, () => runtime.client.identity.register({ body })),
    onSuccess: async ({ token }) => {
      runtime.signIn(token)
      runtime.auth.closeLogin()
      await goOn()
    },
  })
}

/** Opens the beta for the account that is signed in. */
export function useAccessCode() {
  const runtime = useRuntime()
  const goOn = useGoOn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (code: string) =>
      withOutcome(runtime.toasts, words.access, () =>
        runtime.client.identity.enterAccessCode({ body: { referral_code: code } }),
      ),
    onSuccess: async ({ token }) => {
      runtime.signIn(token)
      runtime.auth.closeLogin()
      await goOn()
    },
  })
}

/** Goes to where sign-in was in the way of, unless the person is inside already. */
function useGoOn(): () => Promise<void> {
  const { auth } = useRuntime()
  const router = useRouter()
  return async () => {
    const isOutside = router.state.location.pathname === '/onboarding'
    if (!isOutside) return
    const way = wayAfterSignIn(auth.store.getState())
    auth.keepWay(undefined)
    await router.navigate({ href: way })
  }
}

async function needsAccessCode({ client, queryClient, toasts }: Runtime): Promise<boolean> {
  try {
    const details = await queryClient.fetchQuery(detailsQuery(client))
    return !details.has_entered_referral_code
  } catch {
    // @NOTE signed in all the same; the shell asks again and shows its own error
    toasts.show({ type: 'error', message: 'Please try again.' })
    return false
  }
}

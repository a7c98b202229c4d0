import { isAbort } from '@gridloom/client/api-error'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { keys } from '../../api/query-keys.ts'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { useAfterSignIn } from '../../shared/auth/use-go-on.ts'
import { describeError } from '../../ui/format/error-texts.ts'
import { useShownInPlace } from '../../ui/toasts/shown-errors.tsx'
import { Notice } from './notice.tsx'

/** Landing after a sign-in provider: redeems its one-time cookie for a session. */
export function ProviderLanding({ provider }: { provider: string }) {
  const { auth, signIn } = useRuntime()
  const client = useClient()
  const afterSignIn = useAfterSignIn()
  // A query, so that rendering the page twice redeems the cookie only once.
  const redeemed = useQuery({
    queryKey: keys.redeemedLogin(provider),
    queryFn: () => client.auth.redeemLogin(),
    // Excluded from the refetch after signing in: the cookie is used up.
    enabled: ({ state }) => state.data === undefined,
    retry: false,
  })
  const token = redeemed.data?.token
  useShownInPlace(redeemed.error)
  const goOn = useEffectEvent((fresh: string) => {
    signIn(fresh)
    // @NOTE a failed fetch of the details shows its own toast
    void afterSignIn()
  })
  useEffect(() => {
    if (token !== undefined) goOn(token)
  }, [token])

  if (redeemed.isError && !isAbort(redeemed.error)) {
    const { text, remedy } = describeError(redeemed.error)
    return (
      <Notice role="alert" title="Sign-in failed" text={`${text} ${remedy}`}>
        <Button component="a" href={`/api/${encodeURIComponent(provider)}/login`} variant="filled">
          Try again
        </Button>
        <Button onClick={() => auth.openLogin('login')}>Sign in another way</Button>
      </Notice>
    )
  }
  if (token === undefined) {
    return (
      <Notice title="Signing you in" text="Checking the sign-in provider’s response.">
        <Loader size="sm" aria-label="Checking" />
      </Notice>
    )
  }
  return (
    <Notice title="Signed in" text="You’ll be redirected.">
      <Button variant="filled" onClick={() => void afterSignIn()}>
        Continue
      </Button>
    </Notice>
  )
}

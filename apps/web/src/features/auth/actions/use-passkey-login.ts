import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { answerWithPasskey } from '../../../shared/auth/passkeys.ts'
import { useAfterSignIn } from '../../../shared/auth/use-go-on.ts'
import { withOutcome, words } from '../outcome.ts'

/** Signs in with a passkey of this device; closing the browser's dialog shows no error. */
export function usePasskeyLogin() {
  const { client, toasts, signIn } = useRuntime()
  const afterSignIn = useAfterSignIn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () =>
      withOutcome({ toasts, failure: 'toast' }, words.login, async () => {
        const body = await answerWithPasskey(await client.auth.passkeyLoginOptions())
        return client.auth.passkeyLogin({ body })
      }),
    onSuccess: ({ token }) => {
      signIn(token)
      return afterSignIn()
    },
  })
}

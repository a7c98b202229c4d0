import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { useAfterSignIn } from '../../../shared/auth/use-go-on.ts'
import { signMessage } from '../../../shared/wallet/sign-message.ts'
import { withOutcome, words } from '../outcome.ts'

/** Signs in with a linked address; closing the wallet's dialog, or declining there, shows no error. */
export function useWalletLogin() {
  const { client, toasts, wallet, signIn } = useRuntime()
  const afterSignIn = useAfterSignIn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () =>
      withOutcome({ toasts, failure: 'toast' }, words.login, async () => {
        const body = await signMessage(wallet, (signer) =>
          client.auth.walletLoginMessage({ body: signer }),
        )
        return client.auth.walletLogin({ body })
      }),
    onSuccess: ({ token }) => {
      signIn(token)
      return afterSignIn()
    },
  })
}

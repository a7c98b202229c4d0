import type { Client } from '@gridloom/client/calls'
import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { useAfterSignIn } from '../../../shared/auth/use-go-on.ts'
import { withOutcome, words } from '../outcome.ts'

type LoginInput = Parameters<Client['auth']['login']>[0]['body']

/** Signs in, then continues to the page, or to the access code if the account still needs one. */
export function useLogin() {
  const { client, toasts, signIn } = useRuntime()
  const afterSignIn = useAfterSignIn()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: LoginInput) =>
      withOutcome({ toasts, failure: 'shown-in-place' }, words.login, () =>
        client.auth.login({ body }),
      ),
    onSuccess: ({ token }) => {
      signIn(token)
      return afterSignIn()
    },
  })
}

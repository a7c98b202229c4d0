import type { Client } from '@gridloom/client/calls'
import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { useGoToWelcome } from '../../../shared/auth/use-go-on.ts'
import { withOutcome, words } from '../outcome.ts'

type RegisterInput = Parameters<Client['auth']['register']>[0]['body']

/** Creates an account and signs in with it; the modal closes over the list of remaining steps. */
export function useRegister() {
  const { auth, client, toasts, signIn } = useRuntime()
  const goToWelcome = useGoToWelcome()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: RegisterInput) =>
      withOutcome({ toasts, failure: 'shown-in-place' }, words.register, () =>
        client.auth.register({ body }),
      ),
    onSuccess: ({ token }) => {
      signIn(token)
      auth.closeLogin()
      return goToWelcome()
    },
  })
}

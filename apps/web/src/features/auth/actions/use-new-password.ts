import { useMutation } from '@tanstack/react-query'
import { type Runtime, useRuntime } from '../../../api/runtime.tsx'
import { withOutcome, words } from '../outcome.ts'

/** Sets a new password with the temporary token, forgets the token, and returns to the sign-in view. */
export function useNewPassword() {
  const runtime = useRuntime()
  const { auth, toasts } = runtime
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (password: string) =>
      withOutcome({ toasts, failure: 'shown-in-place' }, words.forgot, () =>
        updatePassword(runtime, password),
      ),
    onSuccess: () => {
      auth.keepOtp('')
      auth.openLogin('login')
    },
  })
}

/** Keeps the token when the call fails (for a common password, say), so that the user can retry. */
async function updatePassword({ auth, clientWith }: Runtime, new_password: string) {
  const { tempToken, otp } = auth.store.getState()
  const client = clientWith(tempToken ?? '')
  await client.auth.updatePassword({ body: { otp, new_password } })
  auth.keepTempToken(undefined)
}

import { useMutation } from '@tanstack/react-query'
import { type Runtime, useRuntime } from '../../../api/runtime.tsx'
import { withOutcome, words } from '../outcome.ts'

/** Chooses a new password with the temporary token, which is then forgotten; back to signing in. */
export function useNewPassword() {
  const runtime = useRuntime()
  const { auth, toasts } = runtime
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (password: string) =>
      withOutcome(toasts, words.forgot, () => updatePassword(runtime, password)),
    onSuccess: () => {
      auth.keepOtp('')
      auth.openLogin('login')
    },
  })
}

/** A token whose call failed for another reason (a common password) is good for the next try. */
async function updatePassword({ auth, clientWith }: Runtime, new_password: string) {
  const { tempToken, otp } = auth.store.getState()
  const client = clientWith(tempToken ?? '')
  await client.auth.updatePassword({ body: { otp, new_password } })
  auth.keepTempToken(undefined)
}

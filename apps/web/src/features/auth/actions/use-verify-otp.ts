import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { readAccess, useGoOn } from '../../../shared/auth/use-go-on.ts'
import { withOutcome, words } from '../outcome.ts'
import { useSendToken } from './use-send-token.ts'

interface CodeInput {
  otp: string
  email: string
}

/** Redeems an emailed one-time code, which verifies the address or allows setting a new password. */
export function useVerifyOtp() {
  const runtime = useRuntime()
  const afterVerified = useAfterVerified()
  const { auth, client, toasts, signIn } = runtime
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: CodeInput) =>
      withOutcome({ toasts, failure: 'shown-in-place' }, words.otp, () =>
        client.auth.verifyOtp({ body }),
      ),
    onSuccess: ({ token }, { otp }) => {
      if (auth.store.getState().otpFor === 'register') {
        signIn(token)
        return afterVerified()
      }
      auth.keepOtp(otp)
      auth.keepTempToken(token)
      auth.openLogin('forgot')
      return undefined
    },
  })
}

/** Continues to the page if an access code from registration has opened the beta; else returns to the pending step. */
function useAfterVerified(): () => Promise<void> {
  const runtime = useRuntime()
  const goOn = useGoOn()
  const sendToken = useSendToken()
  return async () => {
    const { auth } = runtime
    if ((await readAccess(runtime)) === 'open') {
      auth.keepAccessCode('')
      auth.closeLogin()
      sendToken()
      return goOn()
    }
    if (auth.store.getState().showAccessCode) auth.openAccessCode()
    else auth.closeLogin()
  }
}

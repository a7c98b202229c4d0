import { ApiError } from '@gridloom/client/api-error'
import { errorCodes } from '@gridloom/contract/errors'
import { useMutation } from '@tanstack/react-query'
import { type Runtime, useRuntime } from '../../../api/runtime.tsx'
import { useGoOn } from '../../../shared/auth/use-go-on.ts'
import { withOutcome, words } from '../outcome.ts'
import { useSendToken } from './use-send-token.ts'

/**
 * Opens the beta with an access code. For a signed-out user, the code is checked and kept until they sign in. An
 * account whose email address is not verified verifies it first and then returns to the code.
 */
export function useAccessCode() {
  const runtime = useRuntime()
  const { auth, toasts } = runtime
  const afterOpened = useAfterOpened()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (code: string) =>
      withOutcome({ toasts, failure: 'shown-in-place' }, words.access, () =>
        enterCode(runtime, code),
      ),
    onSuccess: (reply, code) => {
      if (reply !== 'kept') return afterOpened(reply.token)
      auth.keepAccessCode(code)
      auth.openLogin('login')
      return undefined
    },
    onError: (error, code) => {
      if (!(error instanceof ApiError) || error.code !== 'email_unverified') return
      auth.keepAccessCode(code)
      // The form that could show it gives way to the code's.
      toasts.show({ type: 'warning', message: error.message })
      auth.openOtp('register')
    },
  })
}

async function enterCode({ auth, client }: Runtime, code: string) {
  if (auth.store.getState().isLoggedIn) {
    return client.accounts.enterAccessCode({ body: { referral_code: code } })
  }
  const { known } = await client.accounts.knownAccessCode({ params: { code } })
  if (known) return 'kept' as const
  const { status, text } = errorCodes.access_code_invalid
  throw new ApiError({ code: 'access_code_invalid', status, text })
}

function useAfterOpened(): (token: string) => Promise<void> {
  const { auth, signIn } = useRuntime()
  const goOn = useGoOn()
  const sendToken = useSendToken()
  return async (token) => {
    signIn(token)
    auth.keepAccessCode('')
    auth.closeLogin()
    sendToken()
    return goOn()
  }
}

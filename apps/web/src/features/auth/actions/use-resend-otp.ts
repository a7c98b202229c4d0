import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '../../../api/runtime.tsx'
import { withOutcome, words } from '../outcome.ts'

/** Sends a one-time code by email: `forgotEmail` starts a password reset, `resend` replaces an earlier code. */
export function useResendOtp(why: 'forgotEmail' | 'resend') {
  const { client, toasts } = useRuntime()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (email: string) =>
      withOutcome(
        { toasts, failure: why === 'resend' ? 'toast' : 'shown-in-place' },
        words[why],
        () => client.auth.resendOtp({ body: { email } }),
      ),
  })
}

import { otpResendS } from '@gridloom/contract/core/constants'
import { useState } from 'react'
import { clockNowMs, useNow } from '../../../browser/clock.ts'
import { useResendOtp } from '../actions/use-resend-otp.ts'
import styles from '../login-modal.module.css'
import { WordButton } from './word-button.tsx'

/** Requests another code; available 60 s after the last one, with a countdown until then. */
export function ResendLine({ email }: { email: string }) {
  const resend = useResendOtp('resend')
  const [sentAtMs, setSentAtMs] = useState(clockNowMs)
  const leftS = resendSecondsLeft(useNow(), sentAtMs)

  function sendAgain(): void {
    setSentAtMs(clockNowMs())
    resend.mutate(email)
  }

  return (
    <p className={styles.other}>
      {resend.isSuccess && leftS > 0 ? 'A new code was sent. ' : 'Didn’t get a code? '}
      <WordButton onClick={sendAgain} disabled={leftS > 0 || resend.isPending}>
        Resend code
      </WordButton>
      {leftS > 0 && <span className="gl-num"> in {leftS} s</span>}
    </p>
  )
}

/** Returns the whole seconds until another code can be requested. */
export function resendSecondsLeft(nowMs: number, sentAtMs: number): number {
  return Math.max(0, otpResendS - Math.max(0, Math.floor((nowMs - sentAtMs) / 1_000)))
}

import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import type { AuthState } from '../../api/session/auth-store.ts'
import { Notice } from './notice.tsx'

interface MailLandingProps {
  email: string
  /** Purpose of the code. */
  otpFor: AuthState['otpFor']
}

/** Landing of an emailed link: the address is known, the code still has to be typed. */
export function MailLanding({ email, otpFor }: MailLandingProps) {
  const { auth } = useRuntime()
  const isVerified = useAuth(({ user }) => user?.email === email && user.email_verified)
  function enter(): void {
    auth.keepEmail(email)
    auth.openOtp(otpFor)
  }
  const enterAtOnce = useEffectEvent(enter)
  useEffect(() => enterAtOnce(), [])

  if (otpFor === 'register' && isVerified) {
    return <Notice title="Email address verified" text={`${email} is verified.`} />
  }
  return (
    <Notice title="Enter the code from the email" text={`We sent a 6-digit code to ${email}.`}>
      <Button variant="filled" onClick={enter}>
        Enter the code
      </Button>
    </Notice>
  )
}

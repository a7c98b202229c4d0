import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useAuth, useRuntime } from '../../lib/runtime.tsx'
import { Notice } from './notice.tsx'

/** The link of a letter: the address is known, the code of the letter is still to be typed in. */
export function MailLanding({ email }: { email: string }) {
  const { auth } = useRuntime()
  const isVerified = useAuth((state) => state.user?.email_verified === true)
  function enter(): void {
    auth.keepEmail(email)
    auth.openOtp('register')
  }
  const enterAtOnce = useEffectEvent(enter)
  useEffect(() => enterAtOnce(), [])

  if (isVerified) {
    return <Notice title="Your address is verified" text={`${email} is yours.`} />
  }
  return (
    <Notice title="Enter the code of the letter" text={`It went to ${email}.`}>
      <Button variant="filled" onClick={enter}>
        Enter the code
      </Button>
    </Notice>
  )
}

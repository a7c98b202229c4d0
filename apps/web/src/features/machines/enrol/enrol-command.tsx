import { Anchor, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '../../../lib/clock.ts'
import { formatDuration } from '../../../lib/format/times.ts'
import { CopyLine } from '../../../lib/parts/copy.tsx'
import { ErrorState } from '../../../lib/parts/states.tsx'
import { useEnrolmentToken } from '../api/enrolment-token.ts'
import styles from './enrol-dialog.module.css'

/** The one command with the person's own token in it, and how long the token is good. */
export function EnrolCommand() {
  const [attempt, setAttempt] = useState(0)
  const token = useEnrolmentToken(attempt)
  const renew = () => setAttempt(attempt + 1)
  if (token.isPending) return <Skeleton height={62} aria-label="Making an enrolment command" />
  if (token.isError) {
    return <ErrorState title="No command could be made" error={token.error} retry={renew} />
  }
  return (
    <>
      <CopyLine text={token.data.command} label="Enrolment command" />
      <Countdown expiresAt={token.data.expires_at} renew={renew} />
    </>
  )
}

function Countdown({ expiresAt, renew }: { expiresAt: string; renew: () => void }) {
  const leftS = (Date.parse(expiresAt) - useNow()) / 1000
  return (
    <p className={styles.note}>
      {leftS > 0 ? (
        <span className="gl-num">Good once, for {formatDuration(leftS)} more.</span>
      ) : (
        'This command has expired.'
      )}{' '}
      <Anchor component="button" type="button" fz="xs" onClick={renew}>
        Make a new one
      </Anchor>
    </p>
  )
}

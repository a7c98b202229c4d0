import type { EnrolmentToken } from '@gridloom/contract/machines/enrolment'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Anchor, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '../../browser/clock.ts'
import { CopyLine } from '../../ui/components/copy.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import styles from './enrol.module.css'
import { useEnrolmentToken } from './enrolment-token.ts'

/** The operating systems that a machine can be enrolled on, each with its own command. */
export type HostSystem = keyof EnrolmentToken['commands']

/** The enrol command with the user's token, and the token's remaining time. */
export function EnrolCommand({ system }: { system: HostSystem }) {
  const [attempt, setAttempt] = useState(0)
  const token = useEnrolmentToken(attempt)
  const renew = () => setAttempt(attempt + 1)
  if (token.isPending) return <Skeleton height={62} aria-label="Creating the command" />
  if (token.isError) {
    return <ErrorState title="The command could not be created" error={token.error} retry={renew} />
  }
  return (
    <>
      <CopyLine text={token.data.commands[system]} label="Install command" />
      <Countdown expiresAt={token.data.expires_at} renew={renew} />
    </>
  )
}

function Countdown({ expiresAt, renew }: { expiresAt: string; renew: () => void }) {
  const leftS = (Date.parse(expiresAt) - useNow()) / 1000
  return (
    <p className={styles.note}>
      {leftS > 0 ? (
        <span className="gl-num">One-time token, expires in {formatDuration(leftS)}.</span>
      ) : (
        'The token has expired.'
      )}{' '}
      <Anchor component="button" type="button" fz="xs" onClick={renew}>
        Create a new command
      </Anchor>
    </p>
  )
}

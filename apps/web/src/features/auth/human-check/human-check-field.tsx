import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { CheckWidget } from './check-widget.tsx'
import styles from './human-check-field.module.css'
import type { CheckedAction, Resettable } from './widget.ts'

interface HumanCheckFieldProps {
  action: CheckedAction
  onAnswer: (answer: string | undefined) => void
  /** Set to the mounted check, so that the form can reset it after a failure. */
  handle: RefObject<Resettable | null>
}

/** The installation's human check as a form field, with a retry when it fails to load. */
export function HumanCheckField({ action, onAnswer, handle }: HumanCheckFieldProps) {
  const config = useQuery(configQuery(useClient()))
  useShownInPlace(config.error)
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState(-1)

  function retry() {
    setAttempt(attempt + 1)
    // @NOTE the query keeps its error, and this field shows it
    if (config.isError) void config.refetch()
  }

  if (config.isError || failedAttempt === attempt) {
    return (
      <p className={styles.failed} role="alert">
        The captcha could not be loaded.{' '}
        <Anchor component="button" type="button" size="sm" onClick={retry}>
          Try again
        </Anchor>
        {attempt > 0 && <ReloadPage />}
      </p>
    )
  }
  if (!config.data) return <Skeleton height={46} aria-label="Loading the captcha" />
  return (
    <CheckWidget
      key={attempt}
      captcha={config.data.captcha}
      action={action}
      onAnswer={onAnswer}
      onFailed={() => setFailedAttempt(attempt)}
      handle={handle}
    />
  )
}

/** Offered after a second failure: a page that is older than the server's files cannot load what it lacks. */
function ReloadPage() {
  return (
    <>
      {' or '}
      <Anchor component="button" type="button" size="sm" onClick={() => location.reload()}>
        reload the page
      </Anchor>
    </>
  )
}

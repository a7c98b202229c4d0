import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { describeError } from '../format/error-texts.ts'
import { useShownInPlace } from '../toasts/shown-errors.tsx'
import styles from './states.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** A sentence on the missing content and how to add it. */
  children: ReactNode
  /** The one button that starts it. */
  action?: ReactNode
}

/** Empty state: a sentence on the missing content, and the one button that starts it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** The failure, such as "The machines could not be loaded". */
  title: string
  error: unknown
  /** The remedy, in place of the error's own texts. */
  text?: string
  retry?: () => void
}

/** Error state: the failure, a remedy, and a retry. */
export function ErrorState({ title, error, text, retry }: ErrorStateProps) {
  const problem = describeError(error)
  useShownInPlace(error)
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon} data-tone="bad" aria-hidden>
        <IconAlertTriangle size={20} stroke={1.6} />
      </div>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{text ?? `${problem.text} ${problem.remedy}`}</div>
      {retry && (
        <div className={styles.action}>
          <Button leftSection={<IconRefresh size={15} />} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

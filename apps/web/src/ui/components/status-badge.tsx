import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconLoader2,
} from '@tabler/icons-react'
import styles from './status-badge.module.css'

/** Meaning of a state: fine, in progress, needs attention, failed, inactive. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle'

const icons = {
  good: IconCircleCheckFilled,
  busy: IconLoader2,
  warn: IconAlertTriangleFilled,
  bad: IconCircleXFilled,
  idle: IconCircleDashed,
} as const

interface StatusBadgeProps {
  tone: Tone
  word: string
  /** More details, as a tooltip. */
  title?: string | undefined
  /** `plain` for table cells: no tinted background. */
  look?: 'tinted' | 'plain'
}

/** A state as a word with icon and tone; never colour alone. */
export function StatusBadge({ tone, word, title, look = 'tinted' }: StatusBadgeProps) {
  const Icon = icons[tone]
  return (
    <span className={styles.badge} data-tone={tone} data-look={look} title={title}>
      <Icon size={13} stroke={2.4} className={styles.icon} aria-hidden />
      {word}
    </span>
  )
}

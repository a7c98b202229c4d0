import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconLoader2,
} from '@tabler/icons-react'
import styles from './status-badge.module.css'

/** What a state means to a person: fine, on its way, needs an eye, wrong, at rest. */
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
  /** More of the story, on hover. */
  title?: string | undefined
  /** `plain` for table cells: no tinted ground. */
  look?: 'tinted' | 'plain'
}

/** A state as a word with its icon and tone; never colour alone. */
export function StatusBadge({ tone, word, title, look = 'tinted' }: StatusBadgeProps) {
  const Icon = icons[tone]
  return (
    <span className={styles.badge} data-tone={tone} data-look={look} title={title}>
      <Icon size={13} stroke={2.4} className={styles.icon} aria-hidden />
      {word}
    </span>
  )
}

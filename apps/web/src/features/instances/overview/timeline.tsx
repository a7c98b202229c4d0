import type { Instance } from '@gridloom/contract/instances/instance'
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDotFilled,
  IconCircleXFilled,
} from '@tabler/icons-react'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from './overview-tab.module.css'
import { type Step, timelineOf } from './timeline-steps.ts'

const icons = {
  done: IconCircleCheckFilled,
  now: IconCircleDotFilled,
  ahead: IconCircleDashed,
  failed: IconCircleXFilled,
} as const

/** The instance's steps from the order on, including those still ahead. */
export function Timeline({ instance }: { instance: Instance }) {
  return (
    <ol className={styles.timeline}>
      {timelineOf(instance).map((step) => (
        <TimelineStep key={step.name} step={step} />
      ))}
    </ol>
  )
}

function TimelineStep({ step }: { step: Step }) {
  const Icon = icons[step.state]
  return (
    <li
      className={styles.step}
      data-state={step.state}
      aria-current={step.state === 'now' ? 'step' : undefined}
    >
      <Icon size={16} className={styles.icon} aria-label={step.state} />
      <span className={styles.stepName}>{step.name}</span>
      <span className={styles.muted}>{step.at !== null && <TimeAgo at={step.at} />}</span>
      {step.text !== '' && <span className={styles.stepText}>{step.text}</span>}
    </li>
  )
}

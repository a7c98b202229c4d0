import { type RenderJob, renderSteps } from '@gridloom/contract/rendering/job'
import { IconCheck } from '@tabler/icons-react'
import styles from './steps.module.css'

const words = {
  upload: 'Upload',
  configure: 'Configure',
  test: 'Test',
  render: 'Render',
  download: 'Download',
} as const satisfies Record<(typeof renderSteps)[number], string>

type Standing = 'completed' | 'active' | 'ahead'

interface StepsProps {
  job: Pick<RenderJob, 'activeStep' | 'stepCompleted'>
  /** `short` for lists: only the active step has a label. */
  look?: 'full' | 'short'
}

/** Progress of a job through five steps, each completed, active or ahead. */
export function Steps({ job, look = 'full' }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label="Steps" data-look={look}>
      {renderSteps.map((step, index) => {
        const standing = standingOf(index, job)
        return (
          <li
            key={step}
            className={styles.step}
            data-standing={standing}
            aria-current={index === job.activeStep ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {standing === 'completed' ? <IconCheck size={11} stroke={3} /> : index + 1}
            </span>
            <span className={styles.word}>
              {words[step]}
              <span className={styles.unseen}>{standing === 'completed' ? ', completed' : ''}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Returns the standing of a step; a completed step is never shown as active. */
export function standingOf(
  index: number,
  { activeStep, stepCompleted }: StepsProps['job'],
): Standing {
  if (index < stepCompleted) return 'completed'
  return index === activeStep ? 'active' : 'ahead'
}

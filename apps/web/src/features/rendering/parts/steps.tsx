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

type RenderStepState = 'completed' | 'active' | 'ahead'

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
        const state = renderStepState(index, job)
        return (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            aria-current={index === job.activeStep ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {state === 'completed' ? <IconCheck size={11} stroke={3} /> : index + 1}
            </span>
            <span className={styles.word}>
              {words[step]}
              <span className={styles.unseen}>{state === 'completed' ? ', completed' : ''}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Returns the state of a step; a completed step is never shown as active. */
export function renderStepState(
  index: number,
  { activeStep, stepCompleted }: StepsProps['job'],
): RenderStepState {
  if (index < stepCompleted) return 'completed'
  return index === activeStep ? 'active' : 'ahead'
}

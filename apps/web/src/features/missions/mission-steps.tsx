import type { StepProgress } from '@gridloom/contract/missions/mission'
import { progressWords } from '@gridloom/domain/missions/step-sentence'
import { Progress } from '@mantine/core'
import styles from './missions.module.css'

/** The steps of a mission, each with its progress. */
export function MissionSteps({
  steps,
  match,
}: {
  steps: readonly StepProgress[]
  match: 'all' | 'any'
}) {
  return (
    <>
      {match === 'any' && steps.length > 1 && <p className={styles.hint}>One of these is enough</p>}
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={`${step.fact} ${step.parameter} ${step.at_least}`} className={styles.step}>
            <span className={styles.line}>
              <span>{step.text}</span>
              <span>{step.met ? 'Done' : progressWords(step)}</span>
            </span>
            <Progress
              size="sm"
              value={Math.min(100, Math.max(0, (100 * step.value) / step.at_least))}
              aria-label={step.text}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

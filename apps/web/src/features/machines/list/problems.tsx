import type { MachineProblem } from '@gridloom/contract/machines/machine'
import { isHint } from '@gridloom/domain/isolation'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import styles from './problems.module.css'

/**
 * The problems that keep a machine from being rented, with remedies; hints for improvement are shown in calmer colours.
 */
export function Problems({ problems }: { problems: readonly MachineProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem.text} data-hint={isHint(problem)}>
          {isHint(problem) ? (
            <IconInfoCircle size={14} aria-hidden />
          ) : (
            <IconAlertTriangle size={14} aria-hidden />
          )}
          <span>
            <strong>{problem.text}</strong> {problem.remedy}
          </span>
        </li>
      ))}
    </ul>
  )
}

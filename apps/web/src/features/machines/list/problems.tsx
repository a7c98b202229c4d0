import type { MachineProblem } from '@gridloom/contract/machines'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './problems.module.css'

/** What keeps a machine from being rented, each with what mends it. */
export function Problems({ problems }: { problems: readonly MachineProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem.text}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <strong>{problem.text}</strong> {problem.remedy}
          </span>
        </li>
      ))}
    </ul>
  )
}

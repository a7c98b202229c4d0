import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../ui/components/section.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import styles from './problems.module.css'
import type { Problem } from './problems-of.ts'

/** Problems that are shown; the page of the machines has all. */
const shownMax = 8

/** The problems of machines, each with its remedy and a link to where it is solved; nothing where there is none. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  const more = problems.length - shownMax
  return (
    <Section title="Needs attention" note={plural(problems.length, 'problem')} inset="flush">
      <ul className={styles.problems} aria-label="Problems">
        {problems.slice(0, shownMax).map((problem) => (
          <li key={problem.key}>
            <IconAlertTriangle size={16} aria-hidden />
            <span className={styles.text}>
              <strong>{problem.machine.name}</strong> {problem.text}{' '}
              <span className={styles.remedy}>{problem.remedy}</span>
            </span>
            {problem.page === 'gpus' ? (
              <Link to="/dashboard/gpu-info">View GPUs</Link>
            ) : (
              <Link to="/machines/$id" params={{ id: problem.machine.id }}>
                View machine
              </Link>
            )}
          </li>
        ))}
        {more > 0 && (
          <li>
            <span className={styles.text}>And {plural(more, 'more problem')}.</span>
            <Link to="/machines">View machines</Link>
          </li>
        )}
      </ul>
    </Section>
  )
}

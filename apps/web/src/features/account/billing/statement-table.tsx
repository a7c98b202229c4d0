import type { Statement } from '@gridloom/contract/ledger'
import { Link } from '@tanstack/react-router'
import { MoneyChange } from '../../../lib/parts/money.tsx'
import { TimeAgo } from '../../../lib/parts/time-ago.tsx'
import styles from './statements.module.css'

const kinds = {
  starting_credit: 'Credit',
  operator_credit: 'Credit',
  hold: 'Set aside',
  capture: 'Used',
  release: 'Given back',
} as const satisfies Record<Statement['kind'], string>

/** Movements in columns: what each did to the available, the held and the earned money. */
export function StatementTable({ statements }: { statements: readonly Statement[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col" className={styles.number}>
            Available
          </th>
          <th scope="col" className={styles.number}>
            Set aside
          </th>
          <th scope="col" className={styles.number}>
            Earned
          </th>
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={statement.transaction_id}>
            <td className={styles.when}>
              <TimeAgo at={statement.at} />
            </td>
            <td className={styles.what}>
              <span className={styles.kind}>{kindOf(statement)}</span>{' '}
              <What statement={statement} />
            </td>
            <Change label="Available" microUsd={statement.available_change_micro_usd} />
            <Change label="Set aside" microUsd={statement.held_change_micro_usd} />
            <Change label="Earned" microUsd={statement.earned_change_micro_usd} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Use of one's own machine by somebody else is an earning. */
function kindOf({ kind, earned_change_micro_usd: earned }: Statement): string {
  return kind === 'capture' && earned > 0 ? 'Earned' : kinds[kind]
}

function What({ statement }: { statement: Statement }) {
  const { text, instance_id: id, earned_change_micro_usd: earned } = statement
  if (id === null || earned > 0) return text
  return (
    <Link to="/instance/myinstance/$id" params={{ id }} className={styles.link}>
      {text}
    </Link>
  )
}

function Change({ label, microUsd }: { label: string; microUsd: number }) {
  return (
    <td className={styles.number} data-label={label} data-zero={microUsd === 0}>
      {microUsd === 0 ? <span aria-hidden>·</span> : <MoneyChange microUsd={microUsd} />}
    </td>
  )
}

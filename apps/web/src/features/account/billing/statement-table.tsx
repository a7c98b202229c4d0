import type { Statement } from '@gridloom/contract/ledger'
import { Link } from '@tanstack/react-router'
import { MoneyChange } from '../../../lib/parts/money.tsx'
import { TimeAgo } from '../../../lib/parts/time-ago.tsx'
import styles from './statements.module.css'

interface StatementTableProps {
  statements: readonly Statement[]
  /** What the reader calls their instances, by id. */
  labels: ReadonlyMap<string, string>
}

/** Movements in columns: what each did to the available, the held and the earned money. */
export function StatementTable({ statements, labels }: StatementTableProps) {
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
              <What statement={statement} label={labels.get(statement.instance_id ?? '')} />
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

interface WhatProps {
  statement: Statement
  /** The instance that it is about, where it is the reader's own. */
  label: string | undefined
}

/** The instance with the reason; what somebody else's instance brought in has no name of theirs. */
function What({ statement, label }: WhatProps) {
  const { text, instance_id: id, held_change_micro_usd: held } = statement
  const isEarning = statement.earned_change_micro_usd > 0 && held === 0
  return (
    <>
      {id !== null && label !== undefined && (
        <Link to="/instance/myinstance/$id" params={{ id }} className={styles.link}>
          {label}
        </Link>
      )}
      <span className={label === undefined ? undefined : styles.reason}>
        {isEarning ? `Earned: ${text}` : text}
      </span>
    </>
  )
}

function Change({ label, microUsd }: { label: string; microUsd: number }) {
  return (
    <td className={styles.number} data-label={label} data-zero={microUsd === 0}>
      {microUsd === 0 ? <span aria-hidden>·</span> : <MoneyChange microUsd={microUsd} />}
    </td>
  )
}

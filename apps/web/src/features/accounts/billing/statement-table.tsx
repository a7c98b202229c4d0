import type { Statement } from '@gridloom/contract/ledger/statement'
import { Link } from '@tanstack/react-router'
import { MoneyChange } from '../../../ui/components/money.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from './statements.module.css'

interface StatementTableProps {
  statements: readonly Statement[]
  /** The labels of the user's instances, by id. */
  labels: ReadonlyMap<string, string>
}

const columns: readonly Column[] = [
  { text: 'Description' },
  { text: 'Date' },
  { text: 'Available', align: 'number' },
  { text: 'On hold', align: 'number' },
  { text: 'Earned', align: 'number' },
]

/** Transactions with the change of the available, held and earned money. */
export function StatementTable({ statements, labels }: StatementTableProps) {
  return (
    <Table label="Ledger" columns={columns}>
      {statements.map((statement) => (
        <tr key={statement.transaction_id} className={styles.row}>
          <RowHead>
            <What statement={statement} label={labels.get(statement.instance_id ?? '')} />
          </RowHead>
          <Cell label="Date">
            <TimeAgo at={statement.at} />
          </Cell>
          <Change label="Available" microUsd={statement.available_change_micro_usd} />
          <Change label="On hold" microUsd={statement.held_change_micro_usd} />
          <Change label="Earned" microUsd={statement.earned_change_micro_usd} />
        </tr>
      ))}
    </Table>
  )
}

interface WhatProps {
  statement: Statement
  /** The instance's label, if it is one of the user's own. */
  label: string | undefined
}

/** Links the instance, render job or model usage with the reason; earnings do not name the renter's instance. */
function What({ statement, label }: WhatProps) {
  const { text, instance_id: id, render_job_id: job, allowance_id: allowance } = statement
  const isEarning = statement.earned_change_micro_usd > 0 && statement.held_change_micro_usd === 0
  const isLinked = label !== undefined || ((job !== null || allowance !== null) && !isEarning)
  return (
    <>
      {id !== null && label !== undefined && (
        <Link to="/instance/myinstance/$id" params={{ id }} className={styles.link}>
          {label}
        </Link>
      )}
      {job !== null && !isEarning && (
        <Link to="/render/process/$id" params={{ id: job }} className={styles.link}>
          Render job
        </Link>
      )}
      {allowance !== null && !isEarning && (
        <Link to="/model-hub" className={styles.link}>
          Model usage
        </Link>
      )}
      <span className={isLinked ? styles.reason : undefined}>
        {isEarning ? `Earned: ${text}` : text}
      </span>
    </>
  )
}

function Change({ label, microUsd }: { label: string; microUsd: number }) {
  return (
    <Cell label={label} align="number">
      {microUsd === 0 ? (
        <span className={styles.none} aria-hidden>
          ·
        </span>
      ) : (
        <MoneyChange microUsd={microUsd} />
      )}
    </Cell>
  )
}

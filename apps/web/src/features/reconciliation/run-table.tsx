import type {
  LedgerDifference,
  Reconciliation,
} from '@gridloom/contract/reconciliation/reconciliation'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import styles from './reconciliation.module.css'
import { checkWords, stateWords } from './reconciliation-words.ts'

const columns: readonly Column[] = [
  { text: 'Run' },
  { text: 'Result' },
  { text: 'Started by' },
  { text: 'Entries', align: 'number' },
  { text: 'Receipts', align: 'number' },
  { text: 'Took', align: 'number' },
]

const shownMax = 10

/** Runs of the ledger check, each with its first differences. */
export function RunTable({ runs }: { runs: readonly Reconciliation[] }) {
  return (
    <Table label="Ledger checks" columns={columns}>
      {runs.map((run) => (
        <tr key={run.id}>
          <RowHead>
            <TimeAgo at={run.started_at} />
          </RowHead>
          <Cell label="Result" holds="words">
            <StatusBadge look="plain" {...stateWords[run.state]} />
            <Differences differences={run.differences} />
          </Cell>
          <Cell label="Started by">{run.trigger === 'night' ? 'Schedule' : 'Operator'}</Cell>
          <Cell label="Entries" align="number">
            {formatCount(run.entries)}
          </Cell>
          <Cell label="Receipts" align="number">
            {formatCount(run.receipt_chains)}
          </Cell>
          <Cell label="Took" align="number">
            {(run.took_ms / 1_000).toFixed(1)} s
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function Differences({ differences }: { differences: readonly LedgerDifference[] }) {
  if (differences.length === 0) return null
  return (
    <ul className={styles.differences}>
      {differences.slice(0, shownMax).map((found) => (
        <li key={`${found.check} ${found.subject}`}>
          {checkWords[found.check]}: {formatCount(found.off_micro_usd)} µ$
          <div className={styles.subject}>{found.subject}</div>
        </li>
      ))}
      {differences.length > shownMax && <li>and {differences.length - shownMax} more</li>}
    </ul>
  )
}

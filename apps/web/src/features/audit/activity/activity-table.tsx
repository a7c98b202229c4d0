import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { Link } from '@tanstack/react-router'
import { actionWords } from '../../../shared/audit/action-words.ts'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { browserWords } from '../../../ui/format/browser-words.ts'
import styles from './activity.module.css'
import { type ActivityNames, activityActor, subjectOf } from './activity-words.ts'

const columns: readonly Column[] = [
  { text: 'Action' },
  { text: 'Time' },
  { text: 'Actor' },
  { text: 'Source' },
]

interface ActivityTableProps {
  entries: readonly AuditEntry[]
  names: ActivityNames
}

/** Audit log entries in plain words; the tooltip shows the name of the action. */
export function ActivityTable({ entries, names }: ActivityTableProps) {
  return (
    <Table label="Activity" columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <RowHead>
            <span title={entry.action}>{actionWords(entry.action)}</span>
            <Subject entry={entry} names={names} />
          </RowHead>
          <Cell label="Time">
            <TimeAgo at={entry.at} />
          </Cell>
          <Cell label="Actor">{activityActor(entry, names)}</Cell>
          <Cell label="Source">
            <span title={entry.user_agent ?? undefined}>{browserWords(entry.user_agent)}</span>
            {entry.address && <div className={styles.sub}>{entry.address}</div>}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function Subject({ entry, names }: { entry: AuditEntry; names: ActivityNames }) {
  const subject = subjectOf(entry, names)
  if (subject === undefined) return null
  const { kind, id, text } = subject
  return (
    <div className={styles.sub} title={id}>
      {kind === 'instance' && (
        <Link to="/instance/myinstance/$id" params={{ id }}>
          {text}
        </Link>
      )}
      {kind === 'machine' && (
        <Link to="/machines/$id" params={{ id }}>
          {text}
        </Link>
      )}
      {kind === 'other' && text}
    </div>
  )
}

import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { Link } from '@tanstack/react-router'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { browserWords } from '../../ui/format/browser-words.ts'
import { shortId } from '../../ui/format/short-id.ts'
import { actionWords } from './action-words.ts'
import { auditActor, isForCompany } from './audit-names.ts'
import styles from './audit-table.module.css'

const columns: readonly Column[] = [
  { text: 'Action' },
  { text: 'Time' },
  { text: 'Actor' },
  { text: 'Source' },
]

/** Entries of the audit log as text; the user links to all of their entries. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table label="Audit log" columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <RowHead>
            <span title={entry.action}>{actionWords(entry.action)}</span>
            {entry.subject !== '' && entry.subject !== entry.account_id && (
              <div className={styles.sub} title={entry.subject}>
                {shortId(entry.subject)}
              </div>
            )}
          </RowHead>
          <Cell label="Time">
            <TimeAgo at={entry.at} />
          </Cell>
          <Cell label="Actor">
            <Doer entry={entry} />
          </Cell>
          <Cell label="Source">
            <span title={entry.user_agent ?? undefined}>{browserWords(entry.user_agent)}</span>
            {entry.address && <div className={styles.sub}>{entry.address}</div>}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function Doer({ entry }: { entry: AuditEntry }) {
  const { user_id: user, account_id: account } = entry
  return (
    <>
      {user === null ? (
        auditActor(entry)
      ) : (
        <Link to="/operator/audit" search={{ account: user }} className={styles.owner}>
          {auditActor(entry)}
        </Link>
      )}
      {isForCompany(entry) && account !== null && (
        <div className={styles.sub}>
          for{' '}
          <Link to="/operator/audit" search={{ account }} title={account}>
            {shortId(account)}
          </Link>
        </div>
      )}
    </>
  )
}

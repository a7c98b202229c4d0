import type { User } from '@gridloom/contract/operator/user'
import { Link } from '@tanstack/react-router'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import styles from '../operator.module.css'
import { UserActions } from './user-actions.tsx'
import { userStatus } from './user-status.ts'

const columns: readonly Column[] = [
  { text: 'Account' },
  { text: 'Status' },
  { text: 'Resources' },
  { text: 'Balance', align: 'number' },
  { text: 'Last seen' },
  { text: 'Actions', head: 'hidden' },
]

/** Accounts with their balance and actions. */
export function UserTable({ users }: { users: readonly User[] }) {
  return (
    <Table label="Accounts" columns={columns}>
      {users.map((user) => (
        <tr key={user.account_id}>
          <RowHead>
            <span className={styles.name}>{user.username}</span>
            <div className={styles.sub}>
              {user.email}
              {user.role === 'operator' && ' · operator'} ·{' '}
              <Link to="/operator/audit" search={{ account: user.account_id }}>
                activity
              </Link>
            </div>
          </RowHead>
          <Cell label="Status">
            <StatusBadge {...userStatus(user)} look="plain" />
            <div className={styles.sub}>
              {user.suspended_at === null ? 'joined ' : 'since '}
              <TimeAgo at={user.suspended_at ?? user.created_at} />
            </div>
          </Cell>
          <Cell label="Resources">
            {plural(user.instances, 'instance')}
            <div className={styles.sub}>{plural(user.machines, 'machine')}</div>
          </Cell>
          <Cell label="Balance" align="number">
            <Money microUsd={user.available_micro_usd} />
          </Cell>
          <Cell label="Last seen">
            {user.last_seen_at === null ? 'Never' : <TimeAgo at={user.last_seen_at} />}
          </Cell>
          <Cell holds="buttons">
            <UserActions user={user} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

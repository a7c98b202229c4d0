import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { SnapshotMenu } from './snapshot-menu.tsx'
import { failureTexts, snapshotStatus } from './snapshot-words.ts'
import styles from './snapshots.module.css'

const columns: readonly Column[] = [
  { text: 'Snapshot' },
  { text: 'State' },
  { text: 'Stored', align: 'number' },
  { text: 'Created' },
  { text: 'Actions', head: 'hidden' },
]

/** Snapshots with their state, size and age. */
export function SnapshotTable({ snapshots }: { snapshots: readonly Snapshot[] }) {
  return (
    <Table label="Snapshots" columns={columns}>
      {snapshots.map((snapshot) => (
        <tr key={snapshot.id}>
          <RowHead>
            <div className={styles.name}>{snapshot.name}</div>
            <div className={styles.sub}>
              {snapshot.instance_label} · {snapshot.image}
            </div>
          </RowHead>
          <Cell label="State" holds="words">
            <State snapshot={snapshot} />
          </Cell>
          <Cell label="Stored" align="number">
            {snapshot.state === 'ready' ? formatBytes(snapshot.stored_bytes) : '—'}
          </Cell>
          <Cell label="Created">
            <TimeAgo at={snapshot.created_at} />
          </Cell>
          <Cell holds="buttons">
            <SnapshotMenu snapshot={snapshot} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function State({ snapshot }: { snapshot: Snapshot }) {
  const { failure, raw_bytes: rawBytes } = snapshot
  return (
    <>
      <StatusBadge look="plain" {...snapshotStatus(snapshot)} />
      {failure !== null && <div className={styles.sub}>{failureTexts[failure]}</div>}
      {snapshot.state === 'creating' && rawBytes > 0 && (
        <div className={styles.sub}>{formatBytes(rawBytes)} read</div>
      )}
    </>
  )
}

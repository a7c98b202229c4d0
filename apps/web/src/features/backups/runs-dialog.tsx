import type { BackupPlan, BackupRun } from '@gridloom/contract/backups/backup'
import { backupFailureTexts } from '@gridloom/contract/backups/failure-texts'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { backupRunsQuery } from './api/backups.ts'
import { runStatus } from './backup-words.ts'
import styles from './backups.module.css'

const columns: readonly Column[] = [
  { text: 'Run' },
  { text: 'State' },
  { text: 'Files', align: 'number' },
  { text: 'New', align: 'number' },
]

/** The last backups and restores of a plan, with what the program said. */
export function RunsDialog({ plan, close }: { plan: BackupPlan; close: () => void }) {
  const runs = useQuery(backupRunsQuery(useClient(), plan.id))
  return (
    <Modal opened onClose={close} size="xl" title={`Runs of ${plan.name}`}>
      <Loaded query={runs} what="the runs">
        {(list) =>
          list.length === 0 ? (
            <p className={styles.text}>No runs yet.</p>
          ) : (
            <Table label="Runs" columns={columns}>
              {list.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Modal>
  )
}

function RunRow({ run }: { run: BackupRun }) {
  return (
    <tr>
      <RowHead>
        <TimeAgo at={run.created_at} />
        <div className={styles.sub}>
          {run.kind === 'restore'
            ? `to ${run.volume_name ?? run.instance_label}:${run.restore?.target ?? ''}`
            : run.trigger === 'schedule'
              ? 'by schedule'
              : 'by hand'}
        </div>
        {run.volume_id !== null && <div className={styles.sub}>volume not attached</div>}
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...runStatus(run)} />
        {run.failure !== null && (
          <div className={styles.sub}>{backupFailureTexts[run.failure]}</div>
        )}
        {run.message !== null && <pre className={styles.said}>{run.message}</pre>}
      </Cell>
      <Cell label="Files" align="number">
        {run.files ?? '—'}
        {run.bytes !== null && <div className={styles.sub}>{formatBytes(run.bytes)}</div>}
      </Cell>
      <Cell label={run.kind === 'restore' ? 'Read' : 'New'} align="number">
        {formatBytes(run.transferred_bytes)}
      </Cell>
    </tr>
  )
}

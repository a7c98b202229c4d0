import type { BackupPlan } from '@gridloom/contract/backups/backup'
import { backupFailureTexts } from '@gridloom/contract/backups/failure-texts'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { runStatus } from './backup-words.ts'
import styles from './backups.module.css'
import { PlanMenu } from './plan-menu.tsx'

const columns: readonly Column[] = [
  { text: 'Plan' },
  { text: 'Source' },
  { text: 'Last run' },
  { text: 'Next run' },
  { text: 'Stored', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

/** Backup plans with what they back up, their last runs and their storage. */
export function PlanTable({ plans }: { plans: readonly BackupPlan[] }) {
  return (
    <Table label="Backup plans" columns={columns}>
      {plans.map((plan) => (
        <tr key={plan.id}>
          <RowHead>
            <div className={styles.name}>{plan.name}</div>
            <div className={styles.sub}>{plan.paths.join(', ')}</div>
          </RowHead>
          <Cell label="Source" holds="words">
            <Source plan={plan} />
          </Cell>
          <Cell label="Last run" holds="words">
            <LastRun plan={plan} />
          </Cell>
          <Cell label="Next run">
            {plan.next_run_at === null ? 'By hand' : <TimeAgo at={plan.next_run_at} />}
          </Cell>
          <Cell label="Stored" align="number">
            <Stored plan={plan} />
          </Cell>
          <Cell holds="buttons">
            <PlanMenu plan={plan} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** The instance or the volume that a plan backs up. */
function Source({ plan }: { plan: BackupPlan }) {
  if (plan.instance_id === null)
    return (
      <>
        <Link to="/volumes" className={styles.link}>
          {plan.volume_name}
        </Link>
        <div className={styles.sub}>Volume</div>
      </>
    )
  return (
    <Link to="/instance/myinstance/$id" params={{ id: plan.instance_id }} className={styles.link}>
      {plan.instance_label}
    </Link>
  )
}

function LastRun({ plan: { last_run: run, last_success_at: success } }: { plan: BackupPlan }) {
  if (run === null) return '—'
  return (
    <>
      <div className={styles.state}>
        <StatusBadge look="plain" {...runStatus(run)} />
        <span className={styles.sub}>
          <TimeAgo at={run.ended_at ?? run.created_at} />
        </span>
      </div>
      {run.failure !== null && <div className={styles.sub}>{backupFailureTexts[run.failure]}</div>}
      {run.state !== 'succeeded' && success !== null && (
        <div className={styles.sub}>
          Last success <TimeAgo at={success} />
        </div>
      )}
    </>
  )
}

function Stored({ plan: { destination, stored_bytes: bytes } }: { plan: BackupPlan }) {
  if (destination.kind === 'gridloom') return formatBytes(bytes)
  return (
    <>
      Own bucket
      <div className={styles.sub}>{destination.bucket}</div>
    </>
  )
}

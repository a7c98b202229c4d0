import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Link, useNavigate } from '@tanstack/react-router'
import { isConfigured, renderStatus, renderWay } from '../../../shared/status/render-status.ts'
import { Money } from '../../../ui/components/money.tsx'
import { isRowPress } from '../../../ui/components/row-press.ts'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { JobThumbnail } from '../parts/job-thumbnail.tsx'
import { RemoveJob } from '../parts/remove-job.tsx'
import { Steps } from '../parts/steps.tsx'
import styles from './listing.module.css'

const columns: readonly Column[] = [
  { text: 'Job' },
  { text: 'Status' },
  { text: 'Step' },
  { text: 'Progress' },
  { text: 'Cost', align: 'number' },
  { text: 'Started' },
  { text: 'Actions', head: 'hidden' },
]

/** Render jobs, one row each, updated live. */
export function JobTable({ jobs }: { jobs: readonly RenderJob[] }) {
  return (
    <Table label="Render jobs" columns={columns}>
      {jobs.map((job) => (
        <JobRow key={job.taskId} job={job} />
      ))}
    </Table>
  )
}

function JobRow({ job }: { job: RenderJob }) {
  const navigate = useNavigate()
  const way = renderWay(job)
  return (
    // @NOTE the whole row is clickable for pointers; keyboards and screen readers use the link of the name
    <tr
      className={styles.row}
      onClick={(event) => {
        if (isRowPress(event)) void navigate(way)
      }}
    >
      <RowHead>
        <div className={styles.head}>
          <JobThumbnail job={job} />
          <div className={styles.words}>
            <Link {...way} className={styles.name}>
              {job.fileName}
            </Link>
            <div className={styles.id}>{job.taskId}</div>
          </div>
        </div>
      </RowHead>
      <Cell label="Status" holds="words">
        <StatusBadge {...renderStatus(job)} look="plain" />
        {job.reason && <div className={styles.sub}>{job.reason.text}</div>}
      </Cell>
      <Cell label="Step">
        <Steps job={job} look="short" />
      </Cell>
      <Cell label="Progress">
        <JobProgress job={job} />
      </Cell>
      <Cell label="Cost" align="number">
        <Money microUsd={job.charged_micro_usd} />
        {isConfigured(job.state) && (
          <div className={styles.sub}>
            of <Money microUsd={job.budget_micro_usd} />
          </div>
        )}
      </Cell>
      <Cell label="Started">
        <TimeAgo at={job.started_at ?? job.created_at} />
      </Cell>
      <Cell holds="buttons">
        <RemoveJob job={job} />
      </Cell>
    </tr>
  )
}

import type { RenderJob } from '@gridloom/contract/rendering/job'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { isConfigured, renderStatus } from '../../shared/status/render-status.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { jobCode } from './job-code.ts'
import { jobCrumbs, OneJob } from './parts/one-job.tsx'
import { Steps } from './parts/steps.tsx'
import { PicturesProvider, picturesOf } from './parts/use-picture.ts'
import { JobBanner } from './process/job-banner.tsx'
import { JobButtons } from './process/job-buttons.tsx'
import { JobFigures } from './process/money/job-figures.tsx'
import styles from './process/process.module.css'
import { ProcessTabs } from './process/process-tabs.tsx'
import { StreamBadge } from './process/stream-badge.tsx'
import { useJobFrames } from './process/use-job-frames.ts'

/** `/render/process/{id}`: frames, machines, cost and actions of a job, updated live. */
export function ProcessPage() {
  return (
    <OneJob title="Rendering">
      {({ job }) => (isConfigured(job.state) ? <WatchedJob job={job} /> : <NotStarted job={job} />)}
    </OneJob>
  )
}

function WatchedJob({ job }: { job: RenderJob }) {
  const client = useClient()
  const [pictures] = useState(() => picturesOf(client, job.taskId))
  useEffect(() => () => pictures.clear(), [pictures])
  const { store, view, stream, retry } = useJobFrames(job)
  return (
    <PicturesProvider value={pictures}>
      <Page
        title={job.fileName}
        crumbs={jobCrumbs}
        lead={leadOf(job)}
        badge={
          <span className={styles.badges} role="status">
            <StatusBadge {...renderStatus(job)} />
            <StreamBadge stream={stream} />
          </span>
        }
        actions={
          <>
            <AsCode actions={jobCode(job)} />
            <JobButtons job={job} />
          </>
        }
      >
        <Steps job={job} />
        <JobBanner job={job} />
        <JobFigures job={job} />
        <ProcessTabs job={job} view={view} store={store} retry={retry} />
      </Page>
    </PicturesProvider>
  )
}

function leadOf({ settings }: RenderJob): string {
  const { width, height } = pixelsOf(settings)
  return `${settings.scene} · frames ${settings.frames} · ${width} × ${height} · ${settings.format}`
}

function NotStarted({ job }: { job: RenderJob }) {
  return (
    <Page title={job.fileName} crumbs={jobCrumbs}>
      <Steps job={job} />
      <div className={styles.frame}>
        <EmptyState
          title="Not started yet"
          action={
            <Link to="/render/config/$id" params={{ id: job.taskId }}>
              Configure
            </Link>
          }
        >
          Frames appear here once you start the job.
        </EmptyState>
      </div>
    </Page>
  )
}

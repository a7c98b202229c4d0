import { Button } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReadRenderJob } from '../../api/live/keep.ts'
import { useClient } from '../../api/runtime.tsx'
import { isConfigured, renderStatus } from '../../shared/status/render-status.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { FormProblem } from '../../ui/form/form.tsx'
import styles from './config/config.module.css'
import { EstimatePanel } from './config/estimate-panel.tsx'
import { FrameSelectionFields } from './config/frame-selection-fields.tsx'
import { MachineFields } from './config/machine-fields.tsx'
import { PictureFields, RenderEngineFields } from './config/picture-fields.tsx'
import { ShareFields } from './config/share-fields.tsx'
import { StartPanel } from './config/start-panel.tsx'
import { TestPanel } from './config/test-panel.tsx'
import { type Draft, useDraft } from './config/use-draft.ts'
import { draftCode } from './job-code.ts'
import { jobCrumbs, OneJob } from './parts/one-job.tsx'
import { RemoveJob } from './parts/remove-job.tsx'
import { Steps } from './parts/steps.tsx'
import { PicturesProvider, picturesOf } from './parts/use-picture.ts'
import { JobBanner } from './process/job-banner.tsx'
import { StreamBadge } from './process/stream-badge.tsx'
import { useFollowedJob } from './process/use-followed-job.ts'
import { Diagnostics } from './scene/diagnostics.tsx'

/** `/render/config/{id}`: settings, test frame, estimate, and budget of a job. */
export function ConfigPage() {
  return (
    <OneJob title="Configure a render">
      {(read) =>
        isConfigured(read.job.state) ? (
          <Navigate to="/render/process/$id" params={{ id: read.job.taskId }} replace />
        ) : (
          <DraftScreen read={read} />
        )
      }
    </OneJob>
  )
}

function DraftScreen({ read: { job, scene } }: { read: ReadRenderJob }) {
  const client = useClient()
  const [pictures] = useState(() => picturesOf(client, job.taskId))
  useEffect(() => () => pictures.clear(), [pictures])
  const stream = useFollowedJob(job.taskId)
  const draft = useDraft(job, scene)
  return (
    <PicturesProvider value={pictures}>
      <Page
        title={job.fileName}
        crumbs={jobCrumbs}
        badge={
          <span className={styles.badges} role="status">
            <StatusBadge {...renderStatus(job)} />
            <StreamBadge stream={stream} />
          </span>
        }
        actions={
          <>
            <AsCode actions={draftCode(job)} />
            <RemoveJob job={job} />
            <KeepButtons draft={draft} />
          </>
        }
      >
        <Steps job={job} />
        <JobBanner job={job} />
        <FormProblem text={draft.problem} />
        <div className={styles.columns}>
          <fieldset className={styles.column} disabled={job.state === 'testing'}>
            <legend className={styles.unseen}>Settings</legend>
            <DraftFields draft={draft} />
          </fieldset>
          <div className={styles.column}>
            <TestPanel job={job} draft={draft} />
            <EstimatePanel job={job} />
            <StartPanel job={job} draft={draft} />
          </div>
        </div>
      </Page>
    </PicturesProvider>
  )
}

function DraftFields({ draft }: { draft: Draft }) {
  const diagnostics = draft.own?.blend.diagnostics ?? []
  return (
    <>
      {diagnostics.length > 0 && (
        <section className={styles.frame} aria-label="File diagnostics">
          <Diagnostics diagnostics={diagnostics} />
        </section>
      )}
      <FrameSelectionFields draft={draft} />
      <PictureFields draft={draft} />
      <RenderEngineFields draft={draft} />
      <ShareFields draft={draft} />
      <MachineFields draft={draft} />
    </>
  )
}

function KeepButtons({ draft }: { draft: Draft }) {
  if (draft.kept) return null
  return (
    <>
      <Button onClick={draft.undo}>Undo changes</Button>
      <Button loading={draft.saving} onClick={() => draft.save(() => undefined)}>
        Save settings
      </Button>
    </>
  )
}

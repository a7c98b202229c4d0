import { endpoints } from 'virtual:api-facts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ProjectField } from '../../shared/projects/project-field.tsx'
import { AsCode, type CodeAction } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { jobProjectOf } from './upload/job-project.ts'
import { SceneList } from './upload/scene-list.tsx'
import { Unfinished } from './upload/unfinished.tsx'
import styles from './upload/upload.module.css'
import { UploadPanel } from './upload/upload-panel.tsx'
import { useLeaveGuard, useUploadState, useUploads } from './upload/use-uploads.ts'

const { rendering } = endpoints

const uploadCode: readonly CodeAction[] = [
  {
    name: 'Upload, render and download frames',
    endpoint: rendering.startUpload,
    input: { body: { file_name: 'scene.blend', size_bytes: 1_048_576, block_hashes: ['…'] } },
    cli: 'gridloom render scene.blend --frames 1-50 --budget 2 --out ./frames',
  },
  { name: 'List your scenes', endpoint: rendering.scenes },
  {
    name: 'Create a job from a scene',
    endpoint: rendering.create,
    input: { body: { scene_id: 'rsc_…' } },
  },
]

/** `/render`: a dropped scene is read in the browser and uploaded once the user confirms. */
export function UploadPage() {
  const uploads = useUploads()
  const state = useUploadState()
  useLeaveGuard(state)
  useGoToDraft()
  const [typed, setTyped] = useState('')
  const project = jobProjectOf(typed)
  return (
    <Page
      title="Render"
      lead="Upload a .blend file and render it on many machines, within your budget."
      actions={
        <>
          <AsCode actions={uploadCode} />
          <Button component={Link} to="/render/listing">
            Render jobs
          </Button>
        </>
      }
    >
      {state.kind === 'idle' && <Unfinished />}
      <UploadPanel state={state} uploads={uploads} project={project} />
      <div className={styles.project}>
        <ProjectField
          value={typed}
          error={project.problem}
          description="What the cost of new jobs is booked to. A new name creates a project."
          onChange={setTyped}
        />
      </div>
      <SceneList project={project} />
      <p className={styles.addon}>
        Using Blender? <a href="/render/addon">Get the add-on</a> to send the open scene and follow
        its progress.
      </p>
    </Page>
  )
}

/** Navigates to the draft's settings when an upload ends while this page is open. */
function useGoToDraft(): void {
  const uploads = useUploads()
  const navigate = useNavigate()
  useEffect(
    () =>
      uploads.store.subscribe((state) => {
        if (state.kind !== 'ready' || state.sent === 'nothing') return
        void navigate({ to: '/render/config/$id', params: { id: state.job.taskId } })
        uploads.clear()
      }),
    [uploads, navigate],
  )
}

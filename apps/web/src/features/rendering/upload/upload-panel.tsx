import { assertNever } from '@gridloom/domain/assert-never'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { SceneFacts } from '../scene/blend-panel.tsx'
import { isRenderable } from '../scene/scene-words.ts'
import { DropZone } from './drop-zone.tsx'
import type { JobProject } from './job-project.ts'
import { HashProgress, SendProgress } from './send-progress.tsx'
import styles from './upload.module.css'
import type { UploadState } from './upload-state.ts'
import type { Uploads } from './uploads.ts'

interface UploadPanelProps {
  state: UploadState
  uploads: Uploads
  project: JobProject
}

/** The chosen file: its contents, and the progress of its upload. */
export function UploadPanel({ state, uploads, project }: UploadPanelProps) {
  if (state.kind === 'idle') return <DropZone onFile={uploads.choose} />
  if (state.kind === 'reading') {
    return <SkeletonBlock height={280} label={`Reading ${state.file.name}`} />
  }
  if (state.kind === 'broken') return <Broken state={state} uploads={uploads} />
  return (
    <>
      <Section title="Upload" note={`${state.file.name}, ${formatBytes(state.file.size)}`}>
        <Stage state={state} uploads={uploads} project={project} />
      </Section>
      <SceneFacts contents={state.contents} />
    </>
  )
}

type Of<Kind extends UploadState['kind']> = Extract<UploadState, { kind: Kind }>

function Broken({ state, uploads }: { state: Of<'broken'>; uploads: Uploads }) {
  return (
    <div className={styles.frame} role="alert">
      <EmptyState
        icon={<IconFileAlert size={20} stroke={1.6} />}
        title={`${state.file.name} can’t be rendered`}
        action={<Button onClick={uploads.clear}>Choose another file</Button>}
      >
        {state.text} Nothing was uploaded.
      </EmptyState>
    </div>
  )
}

interface StageProps {
  state: Exclude<UploadState, { kind: 'idle' | 'reading' | 'broken' }>
  uploads: Uploads
  project: JobProject
}

function Stage({ state, uploads, project }: StageProps) {
  switch (state.kind) {
    case 'read':
      return <BeforeSending state={state} uploads={uploads} project={project} />
    case 'hashing':
      return <HashProgress state={state} onCancel={uploads.cancel} />
    case 'sending':
      return <SendProgress state={state} uploads={uploads} />
    case 'finishing':
      return <p role="status">Upload complete. The server is checking the file…</p>
    case 'failed':
      return <Failed state={state} uploads={uploads} project={project} />
    case 'ready':
      return <Ready state={state} uploads={uploads} />
    default:
      return assertNever(state)
  }
}

interface SendingProps<Kind extends 'read' | 'failed'> {
  state: Of<Kind>
  uploads: Uploads
  project: JobProject
}

function BeforeSending({ state, uploads, project }: SendingProps<'read'>) {
  const renderable = isRenderable(state.contents)
  return (
    <div className={styles.stage}>
      <p className={styles.text}>
        {renderable
          ? 'Nothing has been uploaded yet. Data your account already has is not uploaded again.'
          : 'This file can’t be rendered. Fix the errors below in Blender, save the file and choose it again.'}
      </p>
      <div className={styles.buttons}>
        <Button onClick={uploads.clear}>Choose another file</Button>
        <Button
          variant="filled"
          disabled={!renderable || project.problem !== undefined}
          onClick={() => uploads.send(project.name)}
        >
          Upload {formatBytes(state.file.size)} and configure
        </Button>
      </div>
    </div>
  )
}

function Failed({ state, uploads, project }: SendingProps<'failed'>) {
  const { text, remedy } = describeError(state.error)
  return (
    <div className={styles.stage}>
      <p className={styles.problem} role="alert">
        {text} {remedy}
      </p>
      <div className={styles.buttons}>
        <Button onClick={uploads.clear}>Choose another file</Button>
        <Button
          variant="filled"
          disabled={project.problem !== undefined}
          onClick={() => uploads.send(project.name)}
        >
          Try again
        </Button>
      </div>
    </div>
  )
}

function Ready({ state, uploads }: { state: Of<'ready'>; uploads: Uploads }) {
  return (
    <div className={styles.stage}>
      <p className={styles.text} role="status">
        {state.sent === 'nothing'
          ? 'Your account already has this scene. Nothing was uploaded.'
          : 'The scene is uploaded and checked.'}
      </p>
      <div className={styles.buttons}>
        <Button onClick={uploads.clear}>Upload another file</Button>
        <Button
          variant="filled"
          renderRoot={(props) => (
            <Link {...props} to="/render/config/$id" params={{ id: state.job.taskId }} />
          )}
        >
          Configure render
        </Button>
      </div>
    </div>
  )
}

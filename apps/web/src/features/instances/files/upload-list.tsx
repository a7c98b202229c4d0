import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button, Progress } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import type { FileUpload } from './file-uploads.ts'
import styles from './files-tab.module.css'
import type { FileUploads } from './use-file-uploads.ts'

const shownMax = 50

const words = {
  waiting: 'Waiting',
  sending: 'Uploading',
  paused: 'Paused',
  exists: 'This file already exists.',
  failed: 'Failed',
  done: 'Uploaded',
} as const satisfies Record<FileUpload['state'], string>

const folderWords = {
  ...words,
  sending: 'Creating folder',
  done: 'Folder created',
} as const satisfies Record<FileUpload['state'], string>

/** The uploads of this page: those that are not done come first. */
export function UploadList({ uploads }: { uploads: FileUploads }) {
  const all = uploads.uploads
  if (all.length === 0) return null
  const done = all.filter(({ state }) => state === 'done')
  const shown = [...all.filter(({ state }) => state !== 'done'), ...done].slice(0, shownMax)
  return (
    <Section
      title="Uploads"
      inset="flush"
      note={`${done.length} of ${plural(all.length, nounOf(all))}`}
      actions={
        done.length > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={uploads.clear}>
            Clear finished
          </Button>
        )
      }
    >
      <ul className={styles.uploads} aria-label="Uploads">
        {shown.map((upload) => (
          <UploadItem key={upload.key} upload={upload} uploads={uploads} />
        ))}
      </ul>
      {all.length > shown.length && (
        <p className={styles.note}>{plural(all.length - shown.length, `more ${nounOf(all)}`)}</p>
      )}
    </Section>
  )
}

function nounOf(uploads: readonly FileUpload[]): 'file' | 'item' {
  return uploads.every(({ kind }) => kind === 'file') ? 'file' : 'item'
}

function bytesWords({ state, sentBytes, sizeBytes }: FileUpload): string {
  if (state === 'exists') return ''
  if (state === 'done') return `, ${formatBytes(sizeBytes)}`
  return `, ${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`
}

function UploadItem({ upload, uploads }: { upload: FileUpload; uploads: FileUploads }) {
  const { key, kind, name, sizeBytes, sentBytes, state, problem } = upload
  const percent = sizeBytes === 0 ? 100 : (sentBytes / sizeBytes) * 100
  return (
    <li className={styles.upload} aria-label={name}>
      <span className={styles.uploadName}>{name}</span>
      <span className={styles.muted}>
        {(kind === 'folder' ? folderWords : words)[state]}
        {kind === 'file' && bytesWords(upload)}
      </span>
      {kind === 'file' && state !== 'done' && (
        <Progress
          className={styles.uploadBar ?? ''}
          value={percent}
          aria-label={`Progress of ${name}`}
        />
      )}
      <div className={styles.actions}>
        {(state === 'sending' || state === 'waiting') && (
          <Button size="compact-sm" aria-label={`Pause ${name}`} onClick={() => uploads.pause(key)}>
            Pause
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button
            size="compact-sm"
            aria-label={`Resume ${name}`}
            onClick={() => uploads.resume(key)}
          >
            Resume
          </Button>
        )}
        {state === 'exists' && (
          <Button
            size="compact-sm"
            color="red"
            aria-label={`Replace ${name}`}
            onClick={() => uploads.resume(key, 'replaced')}
          >
            Replace
          </Button>
        )}
        {state !== 'done' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Cancel ${name}`}
            onClick={() => uploads.cancel(key)}
          >
            Cancel
          </Button>
        )}
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}

import type { UploadProgress } from '@gridloom/client/upload-scene'
import type { OperatorMedia } from '@gridloom/contract/media/media'
import { Button, FileButton, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import styles from '../media.module.css'
import { encodingWords, failureWords } from '../media-words.ts'
import { useUploadMedia } from './operator-media-api.ts'

const accepted = {
  video: 'video/mp4,video/quicktime,video/webm,.mkv',
  picture: 'image/png,image/jpeg,image/webp',
} as const

const steps = { hashing: 'Reading', sending: 'Uploading', reading: 'Checking' } as const

/** The file of a medium: its state, and uploading one. An upload that is left continues when the file is chosen again. */
export function UploadCell({ media, canEncode }: { media: OperatorMedia; canEncode: boolean }) {
  const upload = useUploadMedia()
  const [progress, setProgress] = useState<UploadProgress & { size: number }>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { id, kind, title, encoding } = media
  if (kind === 'text' || kind === 'link') return '–'

  function choose(file: File | null): void {
    if (file === null) return
    running.current = new AbortController()
    const { signal } = running.current
    upload.mutate({
      ...{ id, file, signal },
      onProgress: (now) => setProgress({ ...now, size: file.size }),
    })
  }

  if (upload.isPending && progress !== undefined) {
    const percent = Math.floor((progress.bytes / progress.size) * 100)
    return (
      <span className={styles.post}>
        <span>{`${steps[progress.step]} ${percent}%`}</span>
        <Progress value={percent} aria-label={`Upload of ${title}`} w={140} />
        <Button size="compact-xs" onClick={() => running.current?.abort()}>
          Pause
        </Button>
      </span>
    )
  }
  const isPossible = kind === 'picture' || canEncode
  return (
    <span className={styles.post}>
      {encoding && <StatusBadge look="plain" {...encodingWords(encoding)} />}
      {encoding?.state === 'encoding' && (
        <Progress value={encoding.progress_percent} aria-label={`Encoding of ${title}`} w={140} />
      )}
      {encoding?.failure != null && (
        <span className={styles.hint}>{failureWords[encoding.failure]}</span>
      )}
      {encoding && <span className={styles.hint}>{encoding.file_name}</span>}
      {upload.error !== null && !running.current?.signal.aborted && (
        <span className={styles.hint} role="alert">
          {describeError(upload.error).text}
        </span>
      )}
      {isPossible && (
        <FileButton accept={accepted[kind]} onChange={choose}>
          {(props) => (
            <Button {...props} size="compact-xs" aria-label={`Upload file of ${title}`}>
              {encoding === null ? 'Upload file' : 'Replace file'}
            </Button>
          )}
        </FileButton>
      )}
    </span>
  )
}

import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Button, Progress } from '@mantine/core'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { formatPercent } from '../../../ui/format/numbers.ts'
import { speedOf, transferSecondsLeft } from './transfer-speed.ts'
import styles from './upload.module.css'
import type { UploadState } from './upload-state.ts'
import type { Uploads } from './uploads.ts'

interface HashProgressProps {
  state: Extract<UploadState, { kind: 'hashing' }>
  onCancel: () => void
}

/** Progress of hashing, which finds out what the account already has; nothing is uploaded yet. */
export function HashProgress({ state, onCancel }: HashProgressProps) {
  const percent = (state.bytes / Math.max(1, state.file.size)) * 100
  return (
    <div className={styles.stage}>
      <Bar label="Checking for uploaded data" percent={percent} />
      <div className={styles.line}>
        <span>Checking for uploaded data · {formatPercent(percent)}</span>
        <Button size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

interface SendProgressProps {
  state: Extract<UploadState, { kind: 'sending' }>
  uploads: Uploads
}

/** Progress of the upload: bytes, speed, time left, and buttons to pause or cancel. */
export function SendProgress({ state, uploads }: SendProgressProps) {
  const { file, line, marks } = state
  const bytes = marks.at(-1)?.bytes ?? 0
  return (
    <div className={styles.stage}>
      <Bar label="Uploaded" percent={(bytes / Math.max(1, file.size)) * 100} />
      <div className={styles.line}>
        <span className="gl-num">
          {formatBytes(bytes)} of {formatBytes(file.size)}
          <LineWords state={state} bytes={bytes} />
        </span>
        <div className={styles.buttons}>
          <Button size="xs" onClick={uploads.cancel}>
            Cancel upload
          </Button>
          {line === 'paused' ? (
            <Button size="xs" variant="filled" onClick={uploads.resume}>
              Resume
            </Button>
          ) : (
            <Button size="xs" onClick={uploads.pause}>
              Pause
            </Button>
          )}
        </div>
      </div>
      {line === 'waiting' && (
        <p className={styles.waiting} role="status">
          <StatusBadge tone="warn" word="Connection lost" look="plain" /> The upload resumes
          automatically.
        </p>
      )}
      {line === 'paused' && (
        <p className={styles.waiting} role="status">
          <StatusBadge tone="idle" word="Paused" look="plain" /> The uploaded data is kept for one
          day. Choose the same file again to resume later.
        </p>
      )}
    </div>
  )
}

function LineWords({ state, bytes }: { state: SendProgressProps['state']; bytes: number }) {
  if (state.line !== 'open') return null
  const speed = speedOf(state.marks)
  const left = transferSecondsLeft(state.file.size - bytes, speed)
  return (
    <>
      {speed !== null && ` · ${formatBytes(speed)}/s`}
      {left !== null && ` · ${formatDuration(left)} left`}
    </>
  )
}

function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <Progress.Root size="sm">
      <Progress.Section value={percent} aria-label={label} />
    </Progress.Root>
  )
}

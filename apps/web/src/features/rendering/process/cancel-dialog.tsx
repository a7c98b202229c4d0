import type { RenderJob } from '@gridloom/contract/rendering/job'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatCount, plural } from '../../../ui/format/numbers.ts'
import { useCancelJob } from '../api/cancel-job.ts'

interface CancelDialogProps {
  job: RenderJob
  opened: boolean
  onClose: () => void
}

/** Confirms cancelling a job, and lists what is lost and what is kept. */
export function CancelDialog({ job, opened, onClose }: CancelDialogProps) {
  const cancel = useCancelJob(job.taskId)
  const rest = job.frames_total - job.frames_done - job.frames_failed
  return (
    <ConfirmDialog
      opened={opened}
      title={`Cancel ${job.fileName}?`}
      confirmWord="Cancel job"
      busy={cancel.isPending}
      problem={cancel.error ? describeError(cancel.error).text : undefined}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <strong>{plural(rest, 'frame')} will not be rendered</strong>, and a cancelled job can’t be
      resumed. {plural(job.frames_rendering, 'frame')} being rendered now{' '}
      {job.frames_rendering === 1 ? 'is' : 'are'} stopped and not charged. You can still download
      the {formatCount(job.frames_done)} finished frames. The{' '}
      <Money microUsd={job.charged_micro_usd} /> charged so far is not refunded; the rest of the
      budget is released. To stop temporarily, pause the job instead.
    </ConfirmDialog>
  )
}

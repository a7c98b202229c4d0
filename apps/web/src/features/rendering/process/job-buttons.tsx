import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAdjustments,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react'
import { plural } from '../../../ui/format/numbers.ts'
import { usePauseJob } from '../api/pause-job.ts'
import { useResumeJob } from '../api/resume-job.ts'
import { useRetryFrames } from '../api/retry-frames.ts'
import { RemoveJob } from '../parts/remove-job.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { Downloads } from './downloads.tsx'
import { possibleVerbs } from './job-verbs.ts'

/** The actions that the job's state allows. */
export function JobButtons({ job }: { job: RenderJob }) {
  const pause = usePauseJob(job.taskId)
  const resume = useResumeJob(job.taskId)
  const retry = useRetryFrames(job.taskId)
  const [cancelling, cancel] = useDisclosure(false)
  const [changing, change] = useDisclosure(false)
  const can = possibleVerbs(job)
  return (
    <>
      {can.retry && (
        <Button
          leftSection={<IconRefresh size={15} />}
          loading={retry.isPending}
          onClick={() => retry.mutate(undefined)}
        >
          Retry {plural(job.frames_failed, 'failed frame')}
        </Button>
      )}
      {can.change && (
        <Button leftSection={<IconAdjustments size={15} />} onClick={change.open}>
          Budget and priority
        </Button>
      )}
      {can.pause && (
        <Button
          leftSection={<IconPlayerPause size={15} />}
          loading={pause.isPending}
          onClick={() => pause.mutate()}
        >
          Pause
        </Button>
      )}
      {can.resume && (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={15} />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      )}
      {can.cancel && (
        <Button leftSection={<IconPlayerStop size={15} />} onClick={cancel.open}>
          Cancel
        </Button>
      )}
      <RemoveJob job={job} />
      <Downloads job={job} />
      <CancelDialog job={job} opened={cancelling} onClose={cancel.close} />
      {changing && <ChangeDialog job={job} onClose={change.close} />}
    </>
  )
}

import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { mutateThen } from '../../../../api/mutate-then.ts'
import { ConfirmDialog } from '../../../../ui/components/confirm-dialog.tsx'
import { Money } from '../../../../ui/components/money.tsx'
import { describeError } from '../../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../../ui/format/money.ts'
import { plural } from '../../../../ui/format/numbers.ts'
import { useApproveFrames } from '../../api/approve-frames.ts'
import { useRejectFrames } from '../../api/reject-frames.ts'
import { useRetryFrames } from '../../api/retry-frames.ts'
import { frameRuns } from '../../parts/frame-words.ts'

interface FrameActionsProps {
  job: RenderJob
  frames: readonly RenderFrame[]
  /** Called when an action has completed. */
  onDone?: () => void
}

/** Accept, approve, reject or retry buttons; each applies to the frames that allow it and is hidden if none does. */
export function FrameActions({ job, frames, onDone = () => undefined }: FrameActionsProps) {
  const approve = useApproveFrames(job)
  const retry = useRetryFrames(job.taskId)
  const goesOn = job.state !== 'cancelled'
  const done = frames.filter(({ state }) => state === 'done')
  const held = frames.filter(({ state }) => state === 'held')
  const cost = held.reduce((sum, frame) => sum + frame.held_micro_usd, 0)
  // The price is unknown while details of a frame are loading.
  const isPriced = held.every(({ sha256 }) => sha256 !== null)
  const open = done.filter(({ approval }) => approval !== 'approved')
  const failed = frames.filter(({ state }) => state === 'failed').map(({ number }) => number)
  return (
    <>
      {held.length > 0 && isPriced && (
        <Button
          size="xs"
          variant="filled"
          leftSection={<IconCheck size={14} />}
          loading={approve.isPending}
          onClick={() => mutateThen(approve, held, onDone)}
        >
          {verb('Accept', held)} for {formatMoneyExact(cost)}
        </Button>
      )}
      {open.length > 0 && (
        <Button
          size="xs"
          leftSection={<IconThumbUp size={14} />}
          loading={approve.isPending}
          onClick={() => mutateThen(approve, open, onDone)}
        >
          {verb('Approve', open)}
        </Button>
      )}
      {goesOn && done.length + held.length > 0 && job.state !== 'testing' && (
        <Reject job={job} frames={[...done, ...held]} onDone={onDone} />
      )}
      {goesOn && failed.length > 0 && (
        <Button
          size="xs"
          leftSection={<IconRefresh size={14} />}
          loading={retry.isPending}
          onClick={() => mutateThen(retry, failed, onDone)}
        >
          {verb('Retry', failed)}
        </Button>
      )}
    </>
  )
}

interface RejectProps {
  job: RenderJob
  frames: readonly RenderFrame[]
  onDone: () => void
}

function Reject({ job, frames, onDone }: RejectProps) {
  const reject = useRejectFrames(job.taskId)
  const [asking, { open, close }] = useDisclosure(false)
  const numbers = frames.map(({ number }) => number)
  const paid = frames.reduce((sum, frame) => sum + frame.charged_micro_usd, 0)
  const problem = reject.error ? describeError(reject.error).text : undefined

  function confirm(): void {
    mutateThen(reject, numbers, () => {
      close()
      onDone()
    })
  }

  return (
    <>
      <Button size="xs" leftSection={<IconThumbDown size={14} />} onClick={open}>
        {verb('Reject', numbers)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Reject ${plural(numbers.length, 'frame')}?`}
        confirmWord={`Render ${numbers.length === 1 ? 'it' : 'them'} again elsewhere`}
        tone="neutral"
        busy={reject.isPending}
        problem={problem}
        onConfirm={confirm}
        onClose={close}
      >
        Frame {frameRuns(numbers)}: <strong>these pictures are deleted</strong> and rendered again
        on other machines.{' '}
        {paid > 0 && (
          <>
            The <Money microUsd={paid} /> already charged is not refunded, and the new frames are
            charged to the budget, unless they show that the first ones were wrong.
          </>
        )}
        {paid === 0 && 'You have not been charged for them.'}
      </ConfirmDialog>
    </>
  )
}

function verb(word: string, { length }: readonly unknown[]): string {
  return length === 1 ? word : `${word} ${length}`
}

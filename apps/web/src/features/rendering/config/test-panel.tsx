import { usualTestBudgetMicroUsd } from '@gridloom/contract/core/constants'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { middleFrame, readFrameList } from '@gridloom/domain/rendering/frame-list'
import { changesPicture } from '@gridloom/domain/rendering/settings'
import { Button, NumberInput, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { useCancelJob } from '../api/cancel-job.ts'
import { frameQuery } from '../api/render-queries.ts'
import { useTestJob } from '../api/test-job.ts'
import { FramePicture } from '../parts/frame-picture.tsx'
import { frameShape } from '../parts/frame-shape.ts'
import { frameCost, frameStatus, frameTime } from '../parts/frame-words.ts'
import { ProblemText } from '../parts/problem-text.tsx'
import styles from './config.module.css'
import type { Draft } from './use-draft.ts'

interface TestPanelProps {
  job: RenderJob
  draft: Draft
}

/** Renders one frame with the job's settings, for a look and for the estimate. It counts towards the job. */
export function TestPanel({ job, draft }: TestPanelProps) {
  const stale = isStale(job, draft)
  return (
    <Section title="Test frame" note="counts towards the job">
      <div className={styles.stack}>
        {job.test_frame !== null && <TestFrame job={job} number={job.test_frame} />}
        {job.test_frame !== null && stale && (
          <p className={styles.hint} role="status">
            The settings have changed. This test frame will be replaced.
          </p>
        )}
        {job.state === 'testing' ? <CancelTest job={job} /> : <BeginTest job={job} draft={draft} />}
      </div>
    </Section>
  )
}

/** Whether the typed settings would change the picture of the test frame. */
function isStale(job: RenderJob, { settings }: Draft): boolean {
  return settings !== undefined && changesPicture(job.settings, settings)
}

function TestFrame({ job, number }: { job: RenderJob; number: number }) {
  const { data: frame } = useQuery(frameQuery(useClient(), { id: job.taskId, frame: number }))
  if (!frame)
    return <StatusBadge tone="busy" word={`Frame ${number} is being assigned`} look="plain" />
  return (
    <>
      {frame.sha256 !== null && (
        <div className={styles.testPicture} style={frameShape(job.settings)}>
          <FramePicture
            picture={{ frame: number, size: 'large', sha256: frame.sha256 }}
            alt={`Test frame ${number}`}
          />
        </div>
      )}
      <p className={styles.testLine} role="status">
        <StatusBadge {...frameStatus(frame.state)} look="plain" /> {lineOf(frame)}
      </p>
      {frame.state === 'rendering' && frame.percent !== null && (
        <Progress value={frame.percent} size="sm" aria-label="Test frame" />
      )}
      {frame.state === 'held' && (
        <p className={styles.hint}>
          No other machine could check it. You pay only if you accept it.
        </p>
      )}
      {frame.problem !== null && (
        <p className={styles.hint}>
          <ProblemText problem={frame.problem} />
        </p>
      )}
    </>
  )
}

function lineOf(frame: RenderFrame): string {
  if (frame.state !== 'done') return `frame ${frame.number}`
  return `frame ${frame.number} · ${frameTime(frame)} · ${frameCost(frame.charged_micro_usd)}`
}

function CancelTest({ job }: { job: RenderJob }) {
  const cancel = useCancelJob(job.taskId)
  return (
    <>
      <FormProblem text={cancel.error ? describeError(cancel.error).text : undefined} />
      <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel test
      </Button>
    </>
  )
}

function BeginTest({ job, draft }: TestPanelProps) {
  const test = useTestJob(job.taskId)
  const { frames, step } = draft.form.values
  const middle = middleFrame(readFrameList(frames, Number(step) || 1).frames ?? [])
  const [typed, setTyped] = useState<number | string>()
  const frame = typed ?? job.test_frame ?? middle ?? ''
  const isThere = Number(frame) === job.test_frame && !isStale(job, draft)
  return (
    <>
      <NumberInput
        label="Frame number"
        allowDecimal={false}
        classNames={{ input: 'gl-num' }}
        value={frame}
        onChange={setTyped}
        error={frame === '' ? 'Enter a frame number' : undefined}
      />
      <FormProblem text={test.error ? describeError(test.error).text : undefined} />
      <Button
        loading={test.isPending || draft.saving}
        disabled={frame === '' || isThere}
        onClick={() => draft.save(() => test.mutate(Number(frame)))}
      >
        {job.test_frame === null ? 'Render a test frame' : 'Render another test frame'} for at most{' '}
        {formatMoney(usualTestBudgetMicroUsd)}
      </Button>
    </>
  )
}

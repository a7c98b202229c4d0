import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../../api/runtime.tsx'
import { saveFile } from '../../../../browser/save-file.ts'
import { Modal } from '../../../../ui/components/dialog.tsx'
import { FactGrid } from '../../../../ui/components/facts.tsx'
import { StatusBadge } from '../../../../ui/components/status-badge.tsx'
import { formatMoneyExact } from '../../../../ui/format/money.ts'
import { useDownloadFrame } from '../../api/download-frame.ts'
import { chunksQuery } from '../../api/render-queries.ts'
import { FramePicture } from '../../parts/frame-picture.tsx'
import { frameShape } from '../../parts/frame-shape.ts'
import {
  approvalWord,
  checkedWord,
  frameCost,
  frameStatus,
  frameTime,
} from '../../parts/frame-words.ts'
import { ProblemText } from '../../parts/problem-text.tsx'
import { frameFileName } from '../frame-file-name.ts'
import { FrameActions } from './frame-actions.tsx'
import styles from './frame-viewer.module.css'

interface FrameViewerProps {
  job: RenderJob
  frame: RenderFrame
  /** The neighbouring frames; `undefined` at either end. */
  previous: number | undefined
  next: number | undefined
  onShow: (number: number) => void
  onClose: () => void
}

/** Shows one frame large with its details, and links to its neighbours. */
export function FrameViewer({ job, frame, previous, next, onShow, onClose }: FrameViewerProps) {
  const step = (number: number | undefined) => number !== undefined && onShow(number)
  useHotkeys([
    ['ArrowLeft', () => step(previous)],
    ['ArrowRight', () => step(next)],
  ])
  return (
    <Modal opened onClose={onClose} title={`Frame ${frame.number}`} size={1100}>
      <div className={styles.stage}>
        <ActionIcon
          size={36}
          aria-label="Previous frame"
          disabled={previous === undefined}
          onClick={() => step(previous)}
        >
          <IconChevronLeft size={20} />
        </ActionIcon>
        <LargePicture job={job} frame={frame} />
        <ActionIcon
          size={36}
          aria-label="Next frame"
          disabled={next === undefined}
          onClick={() => step(next)}
        >
          <IconChevronRight size={20} />
        </ActionIcon>
      </div>
      {frame.state === 'held' && (
        <p className={styles.note} role="status">
          No other machine could check this picture, so you pay only if you accept it. This is a
          preview. You can download the picture once you accept it.
        </p>
      )}
      <div className={styles.below}>
        <div className={styles.verbs}>
          <DownloadFrame job={job} frame={frame} />
          <FrameActions job={job} frames={[frame]} />
        </div>
        <FactGrid facts={factsOf(frame, useMachineName(job, frame))} />
      </div>
    </Modal>
  )
}

function LargePicture({ job, frame }: { job: RenderJob; frame: RenderFrame }) {
  const { number, sha256, state } = frame
  return (
    <div className={styles.picture} style={frameShape(job.settings)}>
      {sha256 === null ? (
        <StatusBadge {...frameStatus(state)} />
      ) : (
        <FramePicture picture={{ frame: number, size: 'large', sha256 }} alt={`Frame ${number}`} />
      )}
    </div>
  )
}

function factsOf(frame: RenderFrame, machine: string) {
  return [
    { name: 'Status', value: <StatusBadge {...frameStatus(frame.state)} look="plain" /> },
    ...(frame.problem === null
      ? []
      : [{ name: 'Last error', value: <ProblemText problem={frame.problem} /> }]),
    ...(frame.failures === 0 ? [] : [{ name: 'Failed attempts', value: frame.failures }]),
    { name: 'Machine', value: machine },
    { name: 'Render time', value: frameTime(frame) },
    { name: 'Paid', value: frameCost(frame.charged_micro_usd) },
    ...(frame.state === 'held'
      ? [{ name: 'Price to accept', value: formatMoneyExact(frame.held_micro_usd) }]
      : []),
    { name: 'Checked', value: checkedWord(frame.checked) },
    { name: 'Approved', value: approvalWord(frame.approval) },
  ]
}

/** Returns the machine's name from the job's chunks, or its id if no loaded chunk has it. */
function useMachineName(job: RenderJob, { machine_id: id }: RenderFrame): string {
  const { data } = useQuery(chunksQuery(useClient(), job.taskId))
  if (id === null) return 'none yet'
  return data?.chunks.find((chunk) => chunk.machine_id === id)?.machine_name ?? id
}

function DownloadFrame({ job, frame }: { job: RenderJob; frame: RenderFrame }) {
  const download = useDownloadFrame(job.taskId, (file, number) =>
    saveFile(file, frameFileName(job, number)),
  )
  if (frame.state !== 'done') return null
  return (
    <Button
      size="xs"
      leftSection={<IconDownload size={14} />}
      loading={download.isPending}
      onClick={() => download.mutate(frame.number)}
    >
      Download
    </Button>
  )
}

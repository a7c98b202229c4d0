import { limits } from '@gridloom/contract/core/constants'
import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button, Chip } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Section } from '../../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../../ui/components/states.tsx'
import { formatCount, plural } from '../../../../ui/format/numbers.ts'
import { frameStates, frameStatus } from '../../parts/frame-words.ts'
import { FrameActions } from './frame-actions.tsx'
import { countStates, frameIndexes, stateAt } from './frame-board.ts'
import { FrameGrid } from './frame-grid.tsx'
import type { FrameStore, FramesView } from './frame-store.ts'
import { FrameViewer } from './frame-viewer.tsx'
import styles from './frames-panel.module.css'
import { OverviewStrip } from './overview-strip.tsx'
import { type Selection, useSelection } from './use-selection.ts'

interface FramesPanelProps {
  job: RenderJob
  view: FramesView
  store: FrameStore
  /** Reloads everything. */
  retry: () => void
}

/** All frames of the job: overview bar, state filter, grid, viewer, and selection to approve or reject. */
export function FramesPanel({ job, view, store, retry }: FramesPanelProps) {
  const selection = useSelection()
  if (view.kind === 'loading') return <SkeletonBlock height={420} label="Loading the frames" />
  if (view.kind === 'failed') {
    return <ErrorState title="The frames could not be loaded" error={view.error} retry={retry} />
  }
  return (
    <Section
      title="Frames"
      note={plural(view.board.numbers.length, 'frame')}
      inset="flush"
      actions={
        <Button
          size="compact-sm"
          onClick={selection.chosen === undefined ? selection.begin : selection.end}
        >
          {selection.chosen === undefined ? 'Select frames' : 'Cancel selection'}
        </Button>
      }
    >
      {view.board.numbers.length === 0 ? (
        <EmptyState icon={<IconPhoto size={20} stroke={1.6} />} title="No frames yet">
          Frames appear here once you start the job.
        </EmptyState>
      ) : (
        <Frames job={job} view={view} store={store} selection={selection} />
      )}
    </Section>
  )
}

interface FramesProps {
  job: RenderJob
  view: FramesView
  store: FrameStore
  selection: Selection
}

function Frames({ job, view, store, selection }: FramesProps) {
  const { board } = view
  const [wanted, setWanted] = useState<FrameState>()
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState<number>()
  const counts = useMemo(() => countStates(board), [board])
  const places = useMemo(() => frameIndexes(board, wanted), [board, wanted])
  const { width, height } = job.settings

  function jump(place: number): void {
    setWanted(undefined)
    setActive(place)
  }

  return (
    <>
      <OverviewStrip board={board} counts={counts} onJump={jump} />
      <StateFilter counts={counts} wanted={wanted} onWanted={setWanted} />
      {selection.chosen && (
        <ChosenBar job={job} view={view} selection={selection} chosen={selection.chosen} />
      )}
      <FrameGrid
        view={view}
        places={places}
        aspect={width / height}
        selection={selection}
        active={Math.min(active, Math.max(0, places.length - 1))}
        onActive={setActive}
        onOpen={setOpen}
        onSeen={store.see}
      />
      <OpenFrame
        job={job}
        view={view}
        places={places}
        open={open}
        onOpen={(number) => {
          setOpen(number)
          if (number !== undefined)
            store.see([...places].filter((place) => board.numbers[place] === number))
        }}
      />
    </>
  )
}

interface StateFilterProps {
  counts: Record<FrameState, number>
  wanted: FrameState | undefined
  onWanted: (state: FrameState | undefined) => void
}

function StateFilter({ counts, wanted, onWanted }: StateFilterProps) {
  const states = frameStates.filter((state) => counts[state] > 0 || state === wanted)
  const total = frameStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <Chip.Group
      value={wanted ?? 'all'}
      onChange={(value) => onWanted(frameStates.find((state) => state === value))}
    >
      <fieldset className={styles.filter}>
        <legend className={styles.unseen}>Filter by status</legend>
        <Chip size="xs" value="all">
          All {formatCount(total)}
        </Chip>
        {states.map((state) => (
          <Chip key={state} size="xs" value={state}>
            {frameStatus(state).word} {formatCount(counts[state])}
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  )
}

interface ChosenBarProps {
  job: RenderJob
  view: FramesView
  selection: Selection
  chosen: ReadonlySet<number>
}

function ChosenBar({ job, view, selection, chosen }: ChosenBarProps) {
  const frames = Array.from(
    chosen,
    (number) => view.details.get(number) ?? unreadFrame(view, number),
  )
  const done = frameIndexes(view.board, 'done').subarray(0, limits.framesPerCall)
  const chooseDone = () =>
    selection.choose(Array.from(done, (place) => view.board.numbers[place] ?? 0))
  return (
    <div className={styles.chosen} role="status">
      <span>
        {chosen.size === 0
          ? 'Click frames to select them. Shift-click selects a range.'
          : `${plural(chosen.size, 'frame')} selected`}
      </span>
      <div className={styles.verbs}>
        <Button size="xs" onClick={chooseDone}>
          Select{' '}
          {done.length === limits.framesPerCall ? `${formatCount(done.length)} done` : 'all done'}
        </Button>
        <FrameActions job={job} frames={frames} onDone={selection.end} />
      </div>
    </div>
  )
}

interface OpenFrameProps {
  job: RenderJob
  view: FramesView
  places: Int32Array
  open: number | undefined
  onOpen: (number: number | undefined) => void
}

function OpenFrame({ job, view, places, open, onOpen }: OpenFrameProps) {
  if (open === undefined) return null
  const cell = places.findIndex((place) => view.board.numbers[place] === open)
  const numberAt = (at: number) => view.board.numbers[places[at] ?? -1]
  const frame = view.details.get(open) ?? unreadFrame(view, open)
  return (
    <FrameViewer
      job={job}
      frame={frame}
      previous={cell > 0 ? numberAt(cell - 1) : undefined}
      next={cell === -1 ? undefined : numberAt(cell + 1)}
      onShow={onOpen}
      onClose={() => onOpen(undefined)}
    />
  )
}

/** Builds a frame from the board while its details are loading. */
function unreadFrame({ board }: FramesView, number: number): RenderFrame {
  const place = board.numbers.indexOf(number)
  return {
    number,
    state: stateAt(board, place),
    machine_id: null,
    percent: null,
    render_s: null,
    reference_s: null,
    charged_micro_usd: 0,
    held_micro_usd: 0,
    bytes: null,
    sha256: null,
    failures: 0,
    problem: null,
    approval: 'open',
    checked: 'not_yet',
  }
}

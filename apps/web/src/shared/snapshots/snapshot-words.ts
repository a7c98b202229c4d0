import type {
  MoveFailure,
  MoveState,
  Snapshot,
  SnapshotFailure,
} from '@gridloom/contract/snapshots/snapshot'
import type { Tone } from '../../ui/components/status-badge.tsx'

const states = {
  creating: { tone: 'busy', word: 'Creating' },
  ready: { tone: 'good', word: 'Ready' },
  failed: { tone: 'bad', word: 'Failed' },
  deleting: { tone: 'busy', word: 'Deleting' },
} as const satisfies Record<Snapshot['state'], { tone: Tone; word: string }>

export function snapshotStatus({ state }: Pick<Snapshot, 'state'>) {
  return states[state]
}

/** Why a snapshot failed, and what helps. */
export const failureTexts: Readonly<Record<SnapshotFailure, string>> = {
  no_container: 'The instance has no disk.',
  not_supported: 'The machine cannot create snapshots.',
  has_volumes: 'The image keeps data in volumes, which snapshots do not contain.',
  too_large: 'The files are larger than the disk. Sparse files count with their full size.',
  too_many_layers: 'The instance was restored from snapshots too many times in a row.',
  disk_full: 'The machine has too little free disk space.',
  read_failed: 'The disk could not be read. Try again.',
  machine_refused: 'The machine sent a snapshot that cannot be used.',
  machine_silent: 'The machine was offline for a day.',
  storage_full: 'The storage is full. Try again later.',
}

/** The step that a move is at. */
export const moveSteps: Readonly<Record<MoveState, string>> = {
  stopping: 'Stopping the instance',
  capturing: 'Storing its disk',
  starting: 'Starting on the other machine',
  done: 'Moved',
  failed: 'Not moved',
}

export const moveFailureTexts: Readonly<Record<MoveFailure, string>> = {
  cancelled: 'The move was cancelled.',
  stop_failed: 'The instance could not be stopped.',
  snapshot_failed: 'The disk could not be stored.',
  start_failed: 'The instance could not be started on the other machine.',
  timed_out: 'The move took too long.',
}

/** Bytes per second that a move passes on, from measurements over a fast network; a slow one takes longer. */
const movedBytesPerS = 40_000_000
const movedAtLeastS = 30

/** Describes how long a disk takes to move: `about 2 min`. */
export function moveTime(usedBytes: number): string {
  const seconds = movedAtLeastS + usedBytes / movedBytesPerS
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.ceil(minutes / 60)} h`
}

import type {
  ChunkPartReport,
  ChunkReport,
  RenderChunkSpec,
  StopChunk,
} from '@gridloom/contract/agent/rendering'
import type { RenderChunkId } from '@gridloom/contract/core/ids'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { assertNever } from '@gridloom/domain/assert-never'

/** The state of one chunk on this machine. It is changed in place, and passed to the queue's notifier. */
export interface ChunkRecord {
  readonly spec: RenderChunkSpec
  phase: ChunkReport['phase']
  /** The report of each part by its key; parts whose files were taken are left out. */
  readonly parts: Map<string, ChunkPartReport>
  problem: RenderProblem | null
  samplesPerMinute: number | null
  memoryPeakMib: number | null
  stopMode: StopChunk['mode'] | undefined
  /** Aborts the part being rendered. */
  readonly stop: AbortController
  /** Resolves when the chunk has ended and nothing of it runs. */
  readonly ended: PromiseWithResolvers<void>
  /** Time of its end, by the monotonic clock. */
  endedAtMs: number | undefined
  /** Time since when its scene is missing and not being sent. */
  fetchingSinceMs: number | undefined
  /** The control plane has referred to the chunk since its end: it need not be reported again. */
  isAcknowledged: boolean
  /** Blender's output: `pastLog` of scenes that were closed, `liveLog` of the open one. */
  pastLog: string
  liveLog: (() => string) | undefined
}

const logCharsMax = 256 * 1024

export function newChunk(spec: RenderChunkSpec): ChunkRecord {
  return {
    spec,
    phase: 'waiting',
    parts: new Map(),
    problem: null,
    samplesPerMinute: null,
    memoryPeakMib: null,
    stopMode: undefined,
    stop: new AbortController(),
    ended: Promise.withResolvers<void>(),
    endedAtMs: undefined,
    fetchingSinceMs: undefined,
    isAcknowledged: false,
    pastLog: '',
    liveLog: undefined,
  }
}

export function idOf({ spec }: ChunkRecord): RenderChunkId {
  return spec.chunk_id
}

export function hasEnded({ phase }: ChunkRecord): boolean {
  return phase === 'ended'
}

/** Returns the scenes that must be ready before the chunk can start. */
export function chunkScenes({ spec }: ChunkRecord): Sha256[] {
  const { work } = spec
  switch (work.kind) {
    case 'render':
      return [work.scene]
    case 'merge':
      return [work.scene, ...work.inputs]
    case 'canary':
      return []
    default:
      return assertNever(work)
  }
}

export function chunkReport(record: ChunkRecord): ChunkReport {
  return {
    chunk_id: record.spec.chunk_id,
    lease_token: record.spec.lease_token,
    phase: record.phase,
    pieces: [...record.parts.values()],
    problem: record.problem,
    samples_per_minute: record.samplesPerMinute,
    memory_peak_mib: record.memoryPeakMib,
  }
}

/** Returns whether the chunk has pictures that the control plane has not taken. */
export function hasPictures({ parts }: ChunkRecord): boolean {
  return [...parts.values()].some(({ file }) => file !== null)
}

/** Returns the last 256 KiB of Blender's output for this chunk. */
export function logOf({ pastLog, liveLog }: ChunkRecord): string {
  return `${pastLog}${liveLog?.() ?? ''}`.slice(-logCharsMax)
}

/** Stores the output of the open scene, before it is closed or used for other work. */
export function settleLog(record: ChunkRecord): void {
  record.pastLog = logOf(record)
  record.liveLog = undefined
}

export function samplingPart(key: string): ChunkPartReport {
  return {
    key,
    state: 'rendering',
    sample: null,
    samples: null,
    render_s: null,
    file: null,
    problem: null,
  }
}

export function failedPart(key: string, problem: RenderProblem): ChunkPartReport {
  return { ...samplingPart(key), state: 'failed', problem }
}

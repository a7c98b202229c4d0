import type { CanaryWork, ChunkPart, RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type {
  AccountId,
  ApiKeyId,
  MachineId,
  RenderCheckId,
  RenderChunkId,
  RenderJobId,
  RenderSceneId,
  RenderUploadId,
  TransactionId,
} from '@gridloom/contract/core/ids'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import type { RenderCheck } from '@gridloom/contract/rendering/check'
import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { FrameState, RenderFrame, RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type {
  MachineRendering,
  RenderCapability,
} from '@gridloom/contract/rendering/machine-rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import type { ColumnType, Selectable } from 'kysely'
import type { PictureDifference } from './pictures/pictures.ts'

/** The tables of `migrations/0060-rendering.sql` and the files of rendering after it. */

/** A jsonb column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>

interface ScenesTable {
  id: RenderSceneId
  account_id: AccountId
  file_name: string
  content_hash: string
  size_bytes: number
  contents: Json<SceneContents>
  uploaded_at: Date
  removed_at: Defaulted<Date | null>
  file_gone_at: Defaulted<Date | null>
}
export type SceneRow = Selectable<ScenesTable>

/** The bytes of an upload that arrived in one request, stored as a file. */
export interface UploadSegment {
  name: string
  bytes: number
}

interface UploadsTable {
  id: RenderUploadId
  account_id: AccountId
  file_name: string
  content_hash: string
  block_hashes: Json<string[]>
  size_bytes: number
  received_bytes: Defaulted<number>
  segments: ColumnType<UploadSegment[], string | undefined, string>
  writer: Defaulted<string | null>
  writer_until: Defaulted<Date | null>
  created_at: Date
  expires_at: Date
}
export type UploadRow = Selectable<UploadsTable>

interface JobsTable {
  id: RenderJobId
  account_id: AccountId
  scene_id: RenderSceneId
  placed_by: AccountId | null
  api_key_id: ApiKeyId | null
  state: RenderJob['state']
  reason: JsonOrNull<RenderJob['reason']>
  settings: Json<RenderSettings>
  settings_version: Defaulted<number>
  priority: Defaulted<number>
  budget_micro_usd: Defaulted<number>
  charged_micro_usd: Defaulted<number>
  committed_micro_usd: Defaulted<number>
  hold_number: Defaulted<number>
  test_frame: Defaulted<number | null>
  frame_micro_usd_max: Defaulted<number | null>
  frames_total: Defaulted<number>
  frames_done: Defaulted<number>
  frames_failed: Defaulted<number>
  reference_ms_sum: Defaulted<number>
  reference_ms_count: Defaulted<number>
  thumbnail_frame: Defaulted<number | null>
  created_at: Date
  started_at: Defaulted<Date | null>
  finished_at: Defaulted<Date | null>
  removed_at: Defaulted<Date | null>
  files_gone_at: Defaulted<Date | null>
}
export type JobRow = Selectable<JobsTable>

/** A picture that the job's owner rejected: it stays paid, unless a check shows that it is wrong. */
export interface RejectedPicture {
  sha256: string
  machine_id: MachineId
  /** The chunk in which it was rendered. */
  chunk_id: RenderChunkId
}

interface FramesTable {
  job_id: RenderJobId
  number: number
  part: Defaulted<number>
  state: FrameState
  extent: JsonOrNull<Pick<ChunkPart, 'region' | 'sample_range'>>
  chunk_id: Defaulted<RenderChunkId | null>
  machine_id: Defaulted<MachineId | null>
  render_ms: Defaulted<number | null>
  reference_ms: Defaulted<number | null>
  charged_micro_usd: Defaulted<number>
  held_micro_usd: Defaulted<number>
  bytes: Defaulted<number | null>
  sha256: Defaulted<string | null>
  failed_machines: Defaulted<MachineId[]>
  malformed_by: Defaulted<MachineId[]>
  rejected: JsonOrNull<RejectedPicture>
  problem: JsonOrNull<RenderProblem>
  approval: Defaulted<RenderFrame['approval']>
  checked: Defaulted<RenderFrame['checked']>
  changed_at: Date
}
export type FrameRow = Selectable<FramesTable>

/** The current activity of a machine in a chunk. */
export interface ChunkActivity {
  text: string
  /** The current frame, and its progress from 0 to 100. */
  frame: number | null
  percent: number | null
}

interface ChunksTable {
  id: RenderChunkId
  job_id: RenderJobId | null
  kind: RenderChunk['kind'] | 'canary'
  machine_id: MachineId
  lease_token: string
  lease_until: Date
  state: RenderChunk['state']
  frames: number[]
  spec: Json<RenderChunkSpec>
  activity: JsonOrNull<ChunkActivity>
  problem: JsonOrNull<RenderProblem>
  committed_micro_usd: Defaulted<number>
  micro_usd_per_reference_hour: number
  machine_score: number
  has_log: Defaulted<boolean>
  canary_of: Defaulted<MachineId | null>
  started_at: Date
  moved_at: Date
  ended_at: Defaulted<Date | null>
}
export type ChunkRow = Selectable<ChunksTable>

/** A rendered canary that waits for another machine to render the same. */
export interface CanaryShown {
  kind: 'shown'
  work: CanaryWork
  /** The score that the machine gets once it is admitted. */
  score: number
  /** The time of its arrival, in ISO 8601. */
  at: string
  /** Machines that were asked for the same and could not render it. */
  failed_by: readonly MachineId[]
  /** Votes of machines that rendered the same, while they do not settle it. */
  votes: readonly CanaryVote[]
}

/** The vote of another machine that rendered the same canary. */
export interface CanaryVote {
  machine_id: MachineId
  account_id: AccountId
  says: 'same' | 'different'
}

/** A canary that ended too soon to be timed: the next one has more samples. */
export interface CanaryAgain {
  kind: 'again'
  samples: number
}

interface RenderMachinesTable {
  machine_id: MachineId
  account_id: AccountId
  enabled: Defaulted<boolean>
  micro_usd_per_reference_hour: number
  capability: JsonOrNull<RenderCapability>
  missing: Defaulted<string | null>
  admission: Defaulted<MachineRendering['admission']>
  score: Defaulted<number | null>
  trust: Defaulted<number>
  vouched: Defaulted<boolean>
  frames_paid: Defaulted<number>
  frames_refused: Defaulted<number>
  scenes: Defaulted<string[]>
  canary_at: Defaulted<Date | null>
  canary: JsonOrNull<CanaryShown | CanaryAgain>
}
export type RenderMachineRow = Selectable<RenderMachinesTable>

/** The difference between a picture and the one that was rejected before it. */
export interface Dispute extends PictureDifference {
  /** The check under which the rejected picture's owner sees both, if a check shows that it is wrong. */
  evidence_id: RenderCheckId
}

interface ChecksTable {
  id: RenderCheckId
  job_id: RenderJobId
  number: number
  part: Defaulted<number>
  machine_id: MachineId
  checker_machine_id: Defaulted<MachineId | null>
  chunk_id: Defaulted<RenderChunkId | null>
  region: Json<RenderCheck['region']>
  vote: Defaulted<number>
  outcome: RenderCheck['outcome']
  dispute: JsonOrNull<Dispute>
  has_crops: Defaulted<boolean>
  psnr_db: Defaulted<number | null>
  differing_percent: Defaulted<number | null>
  render_ms: Defaulted<number | null>
  created_at: Date
  decided_at: Defaulted<Date | null>
}
export type CheckRow = Selectable<ChecksTable>

interface ChargesTable {
  key: string
  job_id: RenderJobId
  number: number
  machine_id: MachineId
  machine_name: string
  render_ms: number
  machine_score: number
  reference_ms: number
  micro_usd_per_reference_hour: number
  micro_usd: number
  transaction_id: TransactionId | null
  at: Date
}
export type ChargeRow = Selectable<ChargesTable>

export type RenderingTables = {
  render_scenes: ScenesTable
  render_uploads: UploadsTable
  render_jobs: JobsTable
  render_frames: FramesTable
  render_chunks: ChunksTable
  render_machines: RenderMachinesTable
  render_checks: ChecksTable
  render_charges: ChargesTable
  render_tickets: {
    hash: string
    account_id: AccountId
    job_id: RenderJobId
    kind: 'zip' | 'mp4' | 'webm'
    expires_at: Date
  }
}

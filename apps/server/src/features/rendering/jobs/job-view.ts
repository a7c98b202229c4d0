import { framePriceTimesMax } from '@gridloom/contract/core/constants'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import {
  type EstimatedMachine,
  estimateJob,
  etaS,
  referenceMsPerFrame,
} from '@gridloom/domain/rendering/estimate'
import { stepsOf } from '@gridloom/domain/rendering/job-steps'
import { machineFits } from '@gridloom/domain/rendering/machine-fits'
import { partsPerFrame } from '@gridloom/domain/rendering/settings'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import type { InstanceMoney } from '../../ledger/index.ts'
import type { JobRow } from '../schema.ts'
import type { AbleMachine, HeldFrames, JobScene, MachineAtWork } from './around-store.ts'

/** The data that a job is shown with, beside its row. */
export interface JobSurroundings {
  readonly scene: JobScene
  readonly money: InstanceMoney
  /** Held frames and their price. */
  readonly held: HeldFrames
  readonly atWork: readonly MachineAtWork[]
  /** Machines that could render right now, regardless of the job's needs. */
  readonly able: readonly AbleMachine[]
}

/** Returns the owner's view of a job. */
export function jobView(row: JobRow, around: JobSurroundings): RenderJob {
  const { scene, money, atWork, held } = around
  const estimate = estimateOf(row, around)
  return {
    taskId: row.id,
    fileName: scene.fileName,
    ...stepsOf(row.state),
    scene_id: row.scene_id,
    state: row.state,
    reason: row.reason,
    settings: row.settings,
    priority: row.priority,
    frames_total: row.frames_total,
    frames_done: row.frames_done,
    frames_failed: row.frames_failed,
    frames_rendering: atWork.reduce((sum, { frames }) => sum + frames, 0),
    test_frame: row.test_frame,
    estimate,
    budget_micro_usd: row.budget_micro_usd,
    charged_micro_usd: row.charged_micro_usd,
    held_micro_usd: money.heldMicroUsd,
    frame_micro_usd_max: row.frame_micro_usd_max ?? capOf(estimate),
    frames_held: held.frames,
    frames_held_micro_usd: held.microUsd,
    eta_s: etaOf(row, atWork),
    machines_now: atWork.length,
    thumbnail_frame: row.thumbnail_frame,
    created_at: row.created_at.toISOString(),
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
  }
}

function estimateOf(row: JobRow, { scene, able }: JobSurroundings): RenderJob['estimate'] {
  return estimateJob({
    frames: row.frames_total,
    settled: row.frames_done + row.frames_failed,
    chargedMicroUsd: row.charged_micro_usd,
    ...knownOf(row),
    machines: fitting(row, scene, able),
  })
}

/** Returns the price limit of a frame if the job started now. */
function capOf(estimate: RenderJob['estimate']): number | null {
  return estimate === null ? null : framePriceTimesMax * estimate.micro_usd_per_frame
}

function etaOf(row: JobRow, atWork: readonly MachineAtWork[]): number | null {
  if (row.state !== 'rendering' && row.state !== 'testing') return null
  const known = row.reference_ms_count > 0 ? referenceMsPerFrame(knownOf(row)) : null
  const wanted =
    row.state === 'testing' ? 1 : row.frames_total - row.frames_done - row.frames_failed
  return etaS(wanted, known, atWork)
}

function knownOf(row: JobRow) {
  return {
    referenceMsSum: row.reference_ms_sum,
    pictures: row.reference_ms_count,
    partsPerFrame: partsPerFrame(row.settings),
  }
}

function fitting(
  { settings }: JobRow,
  { savedBy }: JobScene,
  able: readonly AbleMachine[],
): EstimatedMachine[] {
  return able.filter((machine) => machineFits({ settings, savedBy }, machine))
}

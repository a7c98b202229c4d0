import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { chunkPartsMax, chunkSize } from '@gridloom/domain/rendering/chunk-size'
import { pictureCap } from '@gridloom/domain/rendering/frame-cap'
import { framePrice } from '@gridloom/domain/rendering/frame-price'
import { type MisfitReason, misfitOf } from '@gridloom/domain/rendering/machine-fits'
import { type AskingMachine, type CandidateJob, pendingCounted } from './claim-store.ts'

/** The number of a job's parts for a machine, and their price. */
export interface ClaimPlan {
  parts: number
  /** The expected price of one part, in micro-dollars. */
  partMicroUsd: number
  /** The expected milliseconds of one part on this machine; `null`: unknown. */
  expectedMs: number | null
}

/**
 * Plans how much of a job a machine gets; returns `undefined` if the job does not fit it, or the money does not cover
 * one part.
 */
export function planClaim(machine: AskingMachine, job: CandidateJob): ClaimPlan | undefined {
  if (misfit(machine, job) !== null) return undefined
  const partsPerFrame = partsPerFrameOf(job.settings)
  const remaining = remainingOf(job, partsPerFrame)
  // A second chunk only waits: near the end, its frames are better left to a free machine.
  if (machine.leased > 0 && remaining <= machine.able) return undefined
  const referenceMs = jobReferenceMs(job)
  const partMicroUsd = expectedPrice(job, machine.micro_usd_per_reference_hour)
  const parts = Math.min(
    chunkSize({
      targetS: job.settings.chunk_target_s,
      referenceMsPerPart: referenceMs,
      score: machine.score,
      remaining,
      machines: machine.able,
    }),
    affordable(job.open_micro_usd, partMicroUsd),
  )
  if (parts < 1) return undefined
  const expectedMs = referenceMs === null ? null : referenceMs / (machine.score ?? 1)
  return { parts, partMicroUsd, expectedMs }
}

/** Returns how many parts the money covers. */
export function affordable(openMicroUsd: number, partMicroUsd: number): number {
  if (openMicroUsd < 0) return 0
  return partMicroUsd === 0 ? chunkPartsMax : Math.floor(openMicroUsd / partMicroUsd)
}

/** Returns how many parts one frame is rendered in. */
export function partsPerFrameOf({ split }: RenderSettings): number {
  switch (split.kind) {
    case 'whole':
      return 1
    case 'tiles':
      return split.columns * split.rows
    case 'samples':
      return split.ranges
  }
}

/** Returns why a machine cannot render for a job; `null`: it can. */
export function misfit(machine: Renderer, job: RenderedJob): MisfitReason | null {
  const asked = { settings: job.settings, savedBy: savedByOf(job) }
  return misfitOf(asked, {
    machineId: machine.machine_id,
    capability: machine.capability,
    memoryMib: machine.memory_mib,
    microUsdPerReferenceHour: machine.micro_usd_per_reference_hour,
  })
}

/** The properties of a machine that matter here. */
export type Renderer = Pick<
  AskingMachine,
  'machine_id' | 'capability' | 'memory_mib' | 'micro_usd_per_reference_hour'
>
/** The properties of a job that matter here. */
export type RenderedJob = Pick<CandidateJob, 'settings' | 'blend_paths' | 'blend_versions'>

/** Returns the version of Blender that saved the file of a job; `null`: unknown. */
function savedByOf(job: RenderedJob): string | null {
  const index = job.blend_paths.indexOf(job.settings.blend_path)
  return job.blend_versions[index] ?? null
}

/**
 * Returns the remaining parts. Beyond a limit they are not counted one by one, and are estimated from the job's counts.
 */
function remainingOf(job: CandidateJob, parts: number): number {
  if (job.pending < pendingCounted) return job.pending
  const frames = job.frames_total - job.frames_done - job.frames_failed
  return Math.max(job.pending, frames * parts)
}

/** The columns of a job from which the price of a part is estimated. */
export type PricedJob = Pick<
  CandidateJob,
  | 'state'
  | 'settings'
  | 'budget_micro_usd'
  | 'charged_micro_usd'
  | 'frame_micro_usd_max'
  | 'frames_total'
  | 'frames_done'
  | 'reference_ms_sum'
  | 'reference_ms_count'
>

/** Returns the milliseconds of a part on a reference machine; `null` while none was accepted. */
export function jobReferenceMs(job: PricedJob): number | null {
  return job.reference_ms_count === 0 ? null : job.reference_ms_sum / job.reference_ms_count
}

/**
 * Returns the expected cost of one part at a price per reference hour. While nothing is known, it is the part's share
 * of the budget, so that every machine can begin. A test has one frame, which gets all its money.
 */
export function expectedPrice(job: PricedJob, microUsdPerHour: number): number {
  if (microUsdPerHour === 0) return 0
  const referenceMs = jobReferenceMs(job)
  const parts = partsPerFrameOf(job.settings)
  if (referenceMs !== null && job.state === 'rendering') {
    const { frame_micro_usd_max: cap, settings } = job
    const byTime = framePrice(Math.ceil(referenceMs), microUsdPerHour)
    return cap === null ? byTime : Math.min(byTime, pictureCap(cap, settings))
  }
  const frames = job.state === 'testing' ? 1 : Math.max(1, job.frames_total - job.frames_done)
  return Math.max(1, Math.floor((job.budget_micro_usd - job.charged_micro_usd) / (frames * parts)))
}

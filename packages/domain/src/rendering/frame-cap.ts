import { framePriceTimesMax } from '@gridloom/contract/core/constants'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { partsPerFrame } from './settings.ts'

/** The price that the user agreed to when they started the job. */
export interface ShownPrice {
  /** The estimate of one frame, from a test frame; `null`: none was rendered. */
  readonly estimateMicroUsd: MicroUsd | null
  readonly budgetMicroUsd: MicroUsd
  readonly frames: number
}

/** The most that one frame of a job may cost, in micro-dollars, whatever time a machine reports. */
export function frameCap({ estimateMicroUsd, budgetMicroUsd, frames }: ShownPrice): MicroUsd {
  const shown = estimateMicroUsd ?? Math.ceil(budgetMicroUsd / Math.max(1, frames))
  return framePriceTimesMax * shown
}

/** The share of a frame's cap for one picture of it: of a tile, of a sample range, or of their merge. */
export function pictureCap(
  capMicroUsd: MicroUsd,
  settings: Pick<RenderSettings, 'split'>,
): MicroUsd {
  const merges = settings.split.kind === 'samples' ? 1 : 0
  return Math.floor(capMicroUsd / (partsPerFrame(settings) + merges))
}

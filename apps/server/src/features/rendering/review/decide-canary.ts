import { canarySamplesPerMinute } from '@gridloom/contract/core/constants'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { PictureDifference } from '../pictures/pictures.ts'
import type { CanaryVote } from '../schema.ts'
import { isSame } from './decide-votes.ts'

/**
 * Another version of Blender, or a GPU, makes other noise of the same scene. Shrunk to a quarter, which averages that
 * away, 3.4 and 5.0 were measured at 34 dB of each other; a stone of another shape is at 24.
 */
const similarPsnrDb = 30

export interface CanaryQuestion {
  /** From what an established machine makes of the same. */
  difference: PictureDifference
  /** Whether that one has this very version, on the same kind of device. */
  isLike: boolean
}

/** Whether two machines made the same of one canary. */
export function decideCanary({ difference, isLike }: CanaryQuestion): CanaryVote['says'] {
  if (isLike) return isSame(difference) ? 'same' : 'different'
  const { psnrDb } = difference
  return psnrDb === null || psnrDb >= similarPsnrDb ? 'same' : 'different'
}

/**
 * What the words of established machines of different owners, in their order, say of a canary. One that speaks for it
 * settles it, and so does one that the operator stands in for. Where one speaks against it, nobody's word is taken before
 * two say the same: a machine that lies keeps nobody out.
 */
export function settleCanary(
  votes: readonly CanaryVote['says'][],
  { isVouched }: { isVouched: boolean },
): 'admitted' | 'refused' | 'another_word' {
  const [last, ...before] = votes.toReversed()
  const isSettled = before.length === 0 ? last === 'same' : before.some((word) => word === last)
  if (!isSettled && !isVouched) return 'another_word'
  return last === 'same' ? 'admitted' : 'refused'
}

/**
 * Between an old laptop and the largest machines with several GPUs. `unseen`: of a machine whose canary nobody compared; it
 * may not have rendered it.
 */
export const scores = { min: 0.01, unseen: 1, max: 64 } as const
/** No Blender starts, builds the scene and renders it in less: such an answer was not rendered. */
const plausibleS = 1

/**
 * How fast a machine is against the reference machine, by our clock alone: from the order to the report, Blender's start
 * and the way there and back included. What the machine says of itself can only lower that. `null`: it cannot have
 * rendered in this time.
 */
export function scoreOf(measured: {
  samplesPerMinute: number
  samples: number
  /** From the order to the report, by our clock. */
  wallS: number
}): number | null {
  const { samplesPerMinute, samples, wallS } = measured
  if (!(wallS >= plausibleS)) return null
  const seen = (samples * 60) / wallS
  const believed = Number.isFinite(samplesPerMinute) ? Math.min(seen, samplesPerMinute) : 0
  return Math.min(scores.max, Math.max(scores.min, believed / canarySamplesPerMinute))
}

/** So long another owner's machine is kept from its work by a canary, in seconds: it did not ask for it. */
const refereeS = 120

/** The least score of a machine that is asked for a canary of so many samples. */
export function scoreToReferee(samples: number): number {
  return (samples * 60) / (canarySamplesPerMinute * refereeS)
}

/** Fewer seconds are mostly Blender's start. */
const timedS = 10
const moreTimes = 8
const samplesMax = 4_096
/** So far apart, what our clock saw is mostly not rendering. */
const claimTimes = 1.5

/**
 * The samples of the next canary, where this one was over before its machine could be timed; `null`: it was not, or the
 * machine itself says that it is no faster.
 */
export function samplesToTimeIt(timed: Parameters<typeof scoreOf>[0]): number | null {
  const { samplesPerMinute, samples, wallS } = timed
  const seen = (samples * 60) / wallS
  if (wallS >= timedS || samplesPerMinute < claimTimes * seen) return null
  return samples * moreTimes > samplesMax ? null : samples * moreTimes
}

/** The canary is rendered on what a machine has that is fastest; GPUs make other noise than CPUs. */
export function rendersOnCpu({ devices }: RenderCapability): boolean {
  return devices.every(({ kind }) => kind === 'cpu')
}

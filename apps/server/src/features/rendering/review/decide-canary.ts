import { canarySamplesPerMinute } from '@gridloom/contract/core/constants'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { PictureDifference } from '../pictures/pictures.ts'
import type { CanaryVote } from '../schema.ts'
import { isSamePicture } from './decide-votes.ts'

/**
 * The threshold for another version of Blender, or a GPU, which render different noise. Shrunk to a quarter, which
 * averages the noise away, versions 3.4 and 5.0 were measured at 34 dB; a stone of another shape was at 24.
 */
const similarPsnrDb = 30

export interface CanaryCase {
  /** The difference from the picture of an established machine. */
  difference: PictureDifference
  /** Whether that machine has the same version, on the same kind of device. */
  isLike: boolean
}

/** Whether two machines rendered the same picture of one canary. */
export function decideCanary({ difference, isLike }: CanaryCase): CanaryVote['says'] {
  if (isLike) return isSamePicture(difference) ? 'same' : 'different'
  const { psnrDb } = difference
  return psnrDb === null || psnrDb >= similarPsnrDb ? 'same' : 'different'
}

/**
 * Settles a canary by the votes of established machines of different owners, in their order. One vote for it settles
 * it, and so does any vote of a machine that the operator vouches for. After a vote against it, two equal votes are
 * needed: one dishonest machine cannot keep others out.
 */
export function settleCanary(
  votes: readonly CanaryVote['says'][],
  { isVouched }: { isVouched: boolean },
): 'admitted' | 'refused' | 'second_opinion' {
  const [last, ...before] = votes.toReversed()
  const isSettled = before.length === 0 ? last === 'same' : before.some((word) => word === last)
  if (!isSettled && !isVouched) return 'second_opinion'
  return last === 'same' ? 'admitted' : 'refused'
}

/**
 * The range of scores: from an old laptop to the largest machines with several GPUs. `unseen`: for a machine whose
 * canary was not compared, as it may not have rendered it.
 */
export const scores = { min: 0.01, unseen: 1, max: 64 } as const
/** No Blender starts, builds the scene and renders it in less time: a faster answer was not rendered. */
const plausibleS = 1

/**
 * Returns a machine's speed relative to the reference machine, by the server's clock: from the order to the report,
 * including Blender's start and the transfers. The machine's own claim can only lower it. `null`: it cannot have
 * rendered in this time.
 */
export function scoreOf(measured: {
  samplesPerMinute: number
  samples: number
  /** From the order to the report, by the server's clock. */
  wallS: number
}): number | null {
  const { samplesPerMinute, samples, wallS } = measured
  if (!(wallS >= plausibleS)) return null
  const seen = (samples * 60) / wallS
  const believed = Number.isFinite(samplesPerMinute) ? Math.min(seen, samplesPerMinute) : 0
  return Math.min(scores.max, Math.max(scores.min, believed / canarySamplesPerMinute))
}

/** The longest time, in seconds, that comparing a canary may take another owner's machine, which did not ask for it. */
const refereeS = 120

/** Returns the least score of a machine that compares a canary of this many samples. */
export function scoreToReferee(samples: number): number {
  return (samples * 60) / (canarySamplesPerMinute * refereeS)
}

/** A shorter time is mostly Blender's start. */
const timedS = 10
/** The next canary has at least and at most this many times the samples. */
const moreTimes = { min: 2, max: 8 }
const samplesMax = 4_096
/** If the claimed speed exceeds the measured one by this factor, the measured time is mostly not rendering. */
const claimTimes = 1.5

/**
 * Returns the samples of the next canary if this one ended too soon to be timed: as many as take {@link timedS} at the
 * claimed speed. `null`: it did not, or the machine itself claims to be no faster.
 */
export function samplesToTimeIt(timed: Parameters<typeof scoreOf>[0]): number | null {
  const { samplesPerMinute, samples, wallS } = timed
  const seen = (samples * 60) / wallS
  if (wallS >= timedS || samplesPerMinute < claimTimes * seen) return null
  if (samples >= samplesMax) return null
  const inTime = Math.ceil((samplesPerMinute / 60) * timedS)
  const more = Math.min(samples * moreTimes.max, Math.max(samples * moreTimes.min, inTime))
  return Math.min(samplesMax, more)
}

/** Whether the canary is rendered on CPUs: it uses a machine's fastest device, and GPUs render different noise. */
export function rendersOnCpu({ devices }: RenderCapability): boolean {
  return devices.every(({ kind }) => kind === 'cpu')
}

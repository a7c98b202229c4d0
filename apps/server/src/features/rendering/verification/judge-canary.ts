import { canarySamplesPerMinute } from '@gridloom/contract/constants'
import type { RenderCapability } from '@gridloom/contract/rendering'
import type { PictureDifference } from '../pictures/pictures.ts'
import { isSame } from './judge-votes.ts'

/**
 * Another version of Blender, or a GPU, makes other noise of the same scene. Shrunk to a quarter, which averages that
 * away, 3.4 and 5.0 were measured at 34 dB of each other; a stone of another shape is at 24.
 */
const similarPsnrDb = 30

export interface CanaryQuestion {
  difference: PictureDifference
  /** Whether the reference was made by this very version, on the same kind of device. */
  isLike: boolean
}

/** Whether a machine renders rightly. */
export function judgeCanary({ difference, isLike }: CanaryQuestion): 'admitted' | 'refused' {
  if (isLike) return isSame(difference) ? 'admitted' : 'refused'
  const { psnrDb } = difference
  return psnrDb === null || psnrDb >= similarPsnrDb ? 'admitted' : 'refused'
}

/** Between an old laptop and the largest machines with several GPUs. */
const scores = { min: 0.01, max: 200 }
/** What starting Blender and building the scene may take of the time that our clock sees. */
const startS = 15

/**
 * How fast a machine is against the reference machine, by what it says of itself; where that cannot be, by our clock.
 * It cannot have rendered for longer than it had the order.
 */
export function scoreOf(told: {
  samplesPerMinute: number
  samples: number
  /** From the order to the report, by our clock. */
  wallS: number
}): number {
  const { samplesPerMinute, samples, wallS } = told
  const sampledS = wallS - startS
  const slowest = sampledS > 0 ? (samples * 60) / sampledS : Number.POSITIVE_INFINITY
  // Rendering that takes minutes is not over in seconds: a claim ten times what was seen is none.
  const believed = samplesPerMinute > 10 * slowest ? slowest : samplesPerMinute
  const score = believed / canarySamplesPerMinute
  return Math.min(scores.max, Math.max(scores.min, Number.isFinite(score) ? score : scores.min))
}

/** The reference that is nearest to a version: the same one where it is there. */
export function nearestReference(version: string, versions: readonly string[]): string | undefined {
  if (versions.includes(version)) return version
  const wanted = numberOf(version)
  const byDistance = versions.toSorted(
    (a, b) => Math.abs(numberOf(a) - wanted) - Math.abs(numberOf(b) - wanted),
  )
  return byDistance[0]
}

/** `4.2.3` as a number that grows with it. */
function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0)
  return major * 1_000_000 + minor * 1_000 + patch
}

/** The canary is rendered on what a machine has that is fastest; references are of CPUs. */
export function rendersOnCpu({ devices }: RenderCapability): boolean {
  return devices.every(({ kind }) => kind === 'cpu')
}

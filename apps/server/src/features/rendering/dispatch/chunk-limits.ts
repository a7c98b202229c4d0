import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** A machine without progress in a part for this long is stuck; loading a large scene takes minutes. */
export const noProgressS = 900

/** The longest time limit of a part, and the shortest. */
const partLongestS = 24 * 60 * 60
const partShortestS = 15 * 60
/** Frames of one scene differ in time, but hardly ever by more than this factor. */
const timesExpected = 20
/** For an OpenEXR with everything that sample ranges need, uncompressed. */
const bytesPerPixel = 64
const outputBase = 16 * 1024 * 1024
const outputLargest = 1024 * 1024 * 1024
/** The share of a machine's memory that a scene may use; the rest is for the system and the agent. */
const memoryShare = 0.9
const memoryLeastMib = 64

interface Situation {
  settings: Pick<RenderSettings, 'width' | 'height' | 'percentage'>
  /** The expected milliseconds of a part on this machine; `null`: unknown. */
  expectedMs: number | null
  /** 0: unknown. */
  memoryMib: number
}

/** Returns the limits of time, memory and output, beyond which a machine has failed at a part. */
export function chunkLimits(situation: Situation): RenderChunkSpec['limits'] {
  const { settings, expectedMs, memoryMib } = situation
  const pixels = (settings.width * settings.height * settings.percentage ** 2) / 100 ** 2
  return {
    piece_s_max: partSeconds(expectedMs),
    no_progress_s_max: noProgressS,
    memory_mib_max:
      memoryMib === 0 ? null : Math.max(memoryLeastMib, Math.floor(memoryMib * memoryShare)),
    output_bytes_max: Math.min(outputLargest, outputBase + Math.ceil(pixels * bytesPerPixel)),
  }
}

function partSeconds(expectedMs: number | null): number {
  if (expectedMs === null) return partLongestS
  const generous = Math.ceil((expectedMs * timesExpected) / 1_000)
  return Math.min(partLongestS, Math.max(partShortestS, generous))
}

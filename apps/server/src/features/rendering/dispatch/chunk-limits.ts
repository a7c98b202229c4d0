import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** A machine that shows nothing new in a part for this long is stuck; loading a large scene takes minutes. */
export const noProgressS = 900

/** Nobody waits longer than this for one part, and no less than the second figure. */
const partLongestS = 24 * 60 * 60
const partShortestS = 15 * 60
/** Frames of one scene differ, but hardly by more than this. */
const timesExpected = 20
/** Of an OpenEXR with all that sample ranges need, uncompressed. */
const bytesPerPixel = 64
const outputBase = 16 * 1024 * 1024
const outputLargest = 1024 * 1024 * 1024
/** The share of a machine's memory that a scene may use; the rest is for the system and the agent. */
const memoryShare = 0.9
const memoryLeastMib = 64

interface Situation {
  settings: Pick<RenderSettings, 'width' | 'height' | 'percentage'>
  /** Milliseconds that a part is expected to take on this machine; `null`: not known. */
  expectedMs: number | null
  /** 0: not known. */
  memoryMib: number
}

/** How long and how much a machine may take for a part before it counts as failed. */
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

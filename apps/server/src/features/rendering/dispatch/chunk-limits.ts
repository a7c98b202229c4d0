import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'

/** A machine that shows nothing new in a piece for this long is stuck; loading a large scene takes minutes. */
export const noProgressS = 900

/** Nobody waits longer than this for one piece, and no less than the second figure. */
const pieceLongestS = 24 * 60 * 60
const pieceShortestS = 15 * 60
/** Frames of one scene differ, but hardly by more than this. */
const timesExpected = 20
/** Of an OpenEXR with all that sample ranges need, uncompressed. */
const bytesPerPixel = 64
const outputBase = 16 * 1024 * 1024
const outputLargest = 1024 * 1024 * 1024
/** What of a machine's memory a scene may take; the rest is for the system and the agent. */
const memoryShare = 0.9
const memoryLeastMib = 64

interface Situation {
  settings: Pick<RenderSettings, 'width' | 'height' | 'percentage'>
  /** What a piece is expected to take this machine, in milliseconds; `null`: not known. */
  expectedMs: number | null
  /** 0: not known. */
  memoryMib: number
}

/** How long and how much a machine may take for a piece before it counts as failed. */
export function chunkLimits(situation: Situation): RenderChunkSpec['limits'] {
  const { settings, expectedMs, memoryMib } = situation
  const pixels = (settings.width * settings.height * settings.percentage ** 2) / 100 ** 2
  return {
    piece_s_max: pieceSeconds(expectedMs),
    no_progress_s_max: noProgressS,
    memory_mib_max:
      memoryMib === 0 ? null : Math.max(memoryLeastMib, Math.floor(memoryMib * memoryShare)),
    output_bytes_max: Math.min(outputLargest, outputBase + Math.ceil(pixels * bytesPerPixel)),
  }
}

function pieceSeconds(expectedMs: number | null): number {
  if (expectedMs === null) return pieceLongestS
  const generous = Math.ceil((expectedMs * timesExpected) / 1_000)
  return Math.min(pieceLongestS, Math.max(pieceShortestS, generous))
}

import type { DataBlock } from './data-block.ts'
import { findGroup, numbersOf } from './id-properties.ts'

export interface CyclesSettings {
  readonly samples: number | null
  readonly denoise: boolean | null
}

/**
 * Cycles' settings of a scene. Only changed ones are stored; the rest are that version's defaults.
 * Source: `intern/cycles/blender/addon/properties.py` of Blender, in its versions; 3.4 and 5.0 measured.
 */
export function cyclesSettings(scene: DataBlock, version: number): CyclesSettings {
  const stored = numbersOf(scene, findGroup(scene, 'cycles'))
  const branched = version < 300 && stored.get('progressive') === 0
  return {
    samples: branched ? null : wholeOf(stored.get('samples') ?? defaultSamples(version)),
    denoise: denoises(stored.get('use_denoising'), version),
  }
}

function defaultSamples(version: number): number {
  if (version >= 300) return 4096
  return version >= 280 ? 128 : 10
}

function denoises(stored: number | undefined, version: number): boolean | null {
  // Before 2.90 each view layer had its own.
  if (version < 290) return null
  return stored === undefined ? version >= 300 : stored !== 0
}

function wholeOf(value: number): number | null {
  return Number.isSafeInteger(value) && value >= 0 ? value : null
}

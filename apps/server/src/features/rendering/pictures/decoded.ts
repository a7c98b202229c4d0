import { NotAPicture, picturePixelsMax } from './pictures.ts'

/** A picture as numbers, rows from the top, the samples of a pixel side by side: grey, or red, green, blue, and alpha last. */
export interface DecodedPicture {
  width: number
  height: number
  channels: number
  /** Of one sample in its file. */
  bits: 8 | 16 | 32
  /** Whole numbers of 8 or 16 bits as a screen shows them, or light itself (scene-linear) as floats. */
  samples: Uint8Array | Uint16Array | Float32Array
}

/** A picture with its file's own numbers, of which the hash is taken. */
export interface DecodedFile extends DecodedPicture {
  /** All that decides the picture, in an order of its own for each format. */
  exact: Uint8Array
}

/** @throws NotAPicture for sizes that nobody renders */
export function checkSize({ width, height }: { width: number; height: number }): void {
  const isSane = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isSane || width * height > picturePixelsMax) {
    throw new NotAPicture(`It declares ${width} × ${height} pixels`)
  }
}

/**
 * A sample as a screen shows it, 0 to 255 and fractions. Light above white goes on along the curve, so that what is
 * too bright to be seen differs as well; what is no number counts as black.
 */
export function shownValue(samples: DecodedPicture['samples']): (at: number) => number {
  if (samples instanceof Uint8Array) return (at) => samples[at] ?? 0
  if (samples instanceof Uint16Array) return (at) => (samples[at] ?? 0) / 257
  return (at) => 255 * fromLinear(samples[at] ?? 0)
}

/** The brightest that is told apart from what is brighter. */
const brightest = 65_504

/** IEC 61966-2-1, from light to what a screen is sent. */
function fromLinear(light: number): number {
  if (!(light > 0)) return 0
  const bounded = Math.min(light, brightest)
  return bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
}

import { NotAPicture, picturePixelsMax } from './pictures.ts'

/**
 * The pixels of a picture, in rows from the top, with the samples of a pixel side by side: grey, or red, green, blue;
 * alpha last.
 */
export interface DecodedPicture {
  width: number
  height: number
  channels: number
  /** The bits of one sample in its file. */
  bits: 8 | 16 | 32
  /** Integers of 8 or 16 bits as a screen shows them, or linear light (scene-linear) as floats. */
  samples: Uint8Array | Uint16Array | Float32Array
}

/** A picture with the exact sample values of its file, from which the hash is computed. */
export interface DecodedFile extends DecodedPicture {
  /** All data that determines the picture, in a fixed order for each format. */
  exact: Uint8Array
}

/** Checks the size. @throws NotAPicture if it is out of bounds */
export function checkSize({ width, height }: { width: number; height: number }): void {
  const isSane = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isSane || width * height > picturePixelsMax) {
    throw new NotAPicture(`Its size of ${width} × ${height} pixels is not supported`)
  }
}

/**
 * Returns a reader of samples as a screen shows them, from 0 to 255 with fractions. Light above white continues along
 * the curve, so that differences too bright to see count as well; NaN counts as black.
 */
export function shownValue(samples: DecodedPicture['samples']): (at: number) => number {
  if (samples instanceof Uint8Array) return (at) => samples[at] ?? 0
  if (samples instanceof Uint16Array) return (at) => (samples[at] ?? 0) / 257
  return (at) => 255 * fromLinear(samples[at] ?? 0)
}

/** The brightest value; brighter ones are not distinguished from it. */
const brightest = 65_504

/** Converts linear light to sRGB (IEC 61966-2-1). */
function fromLinear(light: number): number {
  if (!(light > 0)) return 0
  const bounded = Math.min(light, brightest)
  return bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
}

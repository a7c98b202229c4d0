import type { Region } from '@gridloom/contract/agent/rendering'
import { limits } from '@gridloom/contract/core/constants'
import type { RenderFormat } from '@gridloom/contract/rendering/settings'

/**
 * Examines, compares, cleans and stitches untrusted pictures. All of it runs in separate processes with limits: a
 * decompression bomb or a broken file becomes {@link NotAPicture}.
 */
export interface Pictures {
  /** Decodes a picture once; returns its properties, the same pixels in a file without metadata, and previews. */
  examine(picture: EncodedPicture, signal: AbortSignal): Promise<ExaminedPicture>
  /** Measures the difference between two pictures. */
  compare(pair: ComparedPair, signal: AbortSignal): Promise<PictureDifference & { crops: Crops }>
  /** Combines tiles losslessly. They must cover the picture exactly once. */
  stitch(asked: StitchOptions, signal: AbortSignal): Promise<Uint8Array>
  /** Returns the picture as a screen shows it: rows of red, green and blue bytes, for a video. */
  display(
    picture: EncodedPicture,
    signal: AbortSignal,
  ): Promise<{ width: number; height: number; rgb: Uint8Array }>
  [Symbol.asyncDispose](): Promise<void>
}

export interface ComparedPair {
  first: EncodedPicture
  second: EncodedPicture
  /** The position of the second, smaller picture within the first; `null`: they have the same size. */
  region: Region | null
  /** The factor by which both are shrunk first, which averages noise away; not at all by default. */
  shrinkBy?: number
}

export interface EncodedPicture {
  bytes: Uint8Array
  format: RenderFormat
}

export interface PictureFacts {
  width: number
  height: number
  channels: number
  /** The bits of one sample: 8 or 16 (integers or half floats), or 32 (floats). */
  bits: number
  /** Whether it looks like a single colour, such as black. */
  isConstant: boolean
  /** The detail in each cell: see `detailOf`. */
  detail: readonly number[]
  /** The hash of the decoded pixels: equal for equal pictures, whatever else their files contain. */
  pixelsSha256: string
}

export interface ExaminedPicture {
  facts: PictureFacts
  /** The file without metadata such as paths, dates or names. */
  cleaned: Uint8Array
  /** JPEG. */
  previews: Record<PreviewSize, Uint8Array>
}

export const previewSizes = {
  large: { width: 1920, height: 1080 },
  medium: { width: 600, height: 338 },
  small: { width: 200, height: 112 },
} as const
export type PreviewSize = keyof typeof previewSizes

export interface PictureDifference {
  /** Decibels over all samples as a screen shows them; `null`: identical. */
  psnrDb: number | null
  /** The percentage of pixels of which a sample differs by more than 2 of 255. */
  differingPercent: number
}

/** The compared regions as viewable JPEGs: the evidence of a check. */
export interface Crops {
  first: Uint8Array
  second: Uint8Array
}

export interface StitchOptions {
  width: number
  height: number
  format: RenderFormat
  tiles: readonly { region: Region; bytes: Uint8Array }[]
}

/** Thrown when a picture process failed at a task; the picture itself may be valid. */
export class PictureTaskFailed extends Error {
  override readonly name = 'PictureTaskFailed'
}

/** Thrown for bytes that are not a picture of the format, or one beyond the limits; `message` says why. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

/** The largest picture that is processed, in pixels. */
export const picturePixelsMax = limits.framePixels
/** The largest file of a picture, in bytes. */
export const pictureBytesMax = 1_073_741_824

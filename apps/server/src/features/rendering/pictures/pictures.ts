import type { Region } from '@gridloom/contract/agent/rendering'
import { limits } from '@gridloom/contract/core/constants'
import type { RenderFormat } from '@gridloom/contract/rendering/settings'

/**
 * Looks at, compares, cleans and puts together pictures that came from strangers. All of it happens in
 * processes of their own, with limits: a bomb or a broken file is {@link NotAPicture}, whatever it does.
 */
export interface Pictures {
  /** Decodes a picture once and says what it is, with the same pixels in a file that names nobody, and previews. */
  examine(picture: EncodedPicture, signal: AbortSignal): Promise<ExaminedPicture>
  /** How far a picture is from another. */
  compare(pair: ComparedPair, signal: AbortSignal): Promise<PictureDifference & { crops: Crops }>
  /** Puts tiles together, bit for bit. They must fill the picture, once. */
  stitch(asked: StitchOptions, signal: AbortSignal): Promise<Uint8Array>
  /** As a screen shows it: rows of red, green and blue bytes, for a video. */
  display(
    picture: EncodedPicture,
    signal: AbortSignal,
  ): Promise<{ width: number; height: number; rgb: Uint8Array }>
  [Symbol.asyncDispose](): Promise<void>
}

export interface ComparedPair {
  first: EncodedPicture
  second: EncodedPicture
  /** Where the second, smaller one lies in the first; `null`: they are of one size. */
  region: Region | null
  /** Both are made so much smaller first, which averages noise away; not at all unless told. */
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
  /** Of one sample: 8 or 16 (whole numbers or half floats), or 32 (floats). */
  bits: number
  /** The eye sees one colour, such as black. */
  isConstant: boolean
  /** How much there is to see, cell by cell: see `detailOf`. */
  detail: readonly number[]
  /** Of the decoded pixels: equal for equal pictures, whatever else stands in their files. */
  pixelsSha256: string
}

export interface ExaminedPicture {
  facts: PictureFacts
  /** The file without anything that says where, when or by whom it was made. */
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
  /** Decibels over all samples as a screen shows them; `null`: equal to the bit. */
  psnrDb: number | null
  /** Share of pixels of which a sample differs by more than 2 of 255. */
  differingPercent: number
}

/** What was compared, as JPEG for people's eyes: the evidence of a check. */
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

/** The process that works on pictures failed at one; the picture itself may be fine. */
export class PictureTaskFailed extends Error {
  override readonly name = 'PictureTaskFailed'
}

/** These bytes are no picture of the format, or one beyond the limits; `message` says what is wrong with them. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

/** The largest picture that is looked at. */
export const picturePixelsMax = limits.framePixels
/** The largest file of one. */
export const pictureBytesMax = 1_073_741_824

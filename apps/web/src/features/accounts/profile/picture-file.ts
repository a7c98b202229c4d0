import { type Crop, squareOf } from './crop.ts'

/** Pictures are kept as squares of this many pixels a side. */
export const pictureSide = 256
const quality = 0.88

/** A picture that somebody chose, read by the browser, and the address under which it is shown. */
export interface ChosenPicture {
  bitmap: ImageBitmap
  url: string
}

/** Reads a file as a picture, turned as its camera noted; rejects where the browser cannot. */
export async function readPicture(file: Blob): Promise<ChosenPicture> {
  const bitmap = await createImageBitmap(file)
  return { bitmap, url: URL.createObjectURL(file) }
}

/** Lets a picture's memory go. */
export function forgetPicture({ bitmap, url }: ChosenPicture): void {
  bitmap.close()
  URL.revokeObjectURL(url)
}

/**
 * Draws the cropped square at {@link pictureSide} as a data URL: WebP, or JPEG on white in browsers that
 * cannot write WebP. Nothing of the file but its pixels is left in it.
 */
export function drawPicture(bitmap: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  const context = canvas.getContext('2d')
  if (context === null) throw new TypeError('this browser draws no pictures')
  const { left, top, side } = squareOf(bitmap, crop)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, 0, 0, pictureSide, pictureSide)
  const webp = canvas.toDataURL('image/webp', quality)
  if (webp.startsWith('data:image/webp')) return webp
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, pictureSide, pictureSide)
  return canvas.toDataURL('image/jpeg', quality)
}

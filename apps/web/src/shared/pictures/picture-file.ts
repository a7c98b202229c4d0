import { type Crop, squareOf } from './crop.ts'

/** The side of a stored picture, in pixels. */
export const pictureSide = 256
const quality = 0.88

/** A picture that the user chose, decoded, with the object URL that shows it. */
export interface ChosenPicture {
  bitmap: ImageBitmap
  url: string
}

/** Decodes a file as a picture, rotated as its metadata says; rejects if the browser cannot decode it. */
export async function readPictureFile(file: Blob): Promise<ChosenPicture> {
  const bitmap = await createImageBitmap(file)
  return { bitmap, url: URL.createObjectURL(file) }
}

/** Releases the picture's memory. */
export function forgetPicture({ bitmap, url }: ChosenPicture): void {
  bitmap.close()
  URL.revokeObjectURL(url)
}

/**
 * Draws the cropped square at {@link pictureSide} as a data URL: WebP, or JPEG on white in browsers that cannot write
 * WebP. The result holds pixels alone: none of the file's metadata is kept.
 */
export function drawPicture(bitmap: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  const context = canvas.getContext('2d')
  if (context === null) throw new TypeError('the browser has no 2D canvas')
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

/** How a camera was held: 1 as it is shown, to 8. From 5 on, width and height change places. Source: Exif 3.0, tag 274. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const application0 = 0xe0
const application1 = 0xe1
const startOfScan = 0xda
const exifName = 'Exif\0\0'
const orientationTag = 0x0112
const shortType = 3
const entriesMax = 200

/** Returns the orientation that a JPEG states before its pixels; 1 where it states none, or nothing that makes sense. Pure. */
export function jpegOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (marker === startOfScan || length < 2 || end > view.byteLength) return 1
    const isExif = marker === application1 && textAt(view, at + 4, end).startsWith(exifName)
    if (isExif)
      return orientationIn(new DataView(view.buffer, view.byteOffset + at + 10, length - 8))
    at = end
  }
  return 1
}

/** Returns a JPEG without Exif with an Exif segment that states its orientation alone. Pure. */
export function withOrientation(bytes: Uint8Array, orientation: Orientation): Uint8Array {
  if (orientation === 1) return bytes
  // JFIF wants its own segment to be the first.
  const isJfif = bytes[2] === 0xff && bytes[3] === application0
  const at = isJfif ? 4 + (bytes[4] ?? 0) * 256 + (bytes[5] ?? 0) : 2
  const segment = exifOf(orientation)
  const whole = new Uint8Array(bytes.length + segment.length)
  whole.set(bytes.subarray(0, at))
  whole.set(segment, at)
  whole.set(bytes.subarray(at), at + segment.length)
  return whole
}

/** Whether a picture that is stored upright is shown on its side. */
export function isTurned(orientation: Orientation): boolean {
  return orientation >= 5
}

/** The first directory of a TIFF file, which is what Exif is. */
function orientationIn(tiff: DataView): Orientation {
  if (tiff.byteLength < 14) return 1
  const order = tiff.getUint16(0)
  const isLittle = order === 0x4949
  if ((!isLittle && order !== 0x4d4d) || tiff.getUint16(2, isLittle) !== 42) return 1
  const directory = tiff.getUint32(4, isLittle)
  if (directory + 2 > tiff.byteLength) return 1
  const count = Math.min(tiff.getUint16(directory, isLittle), entriesMax)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return 1
    if (tiff.getUint16(at, isLittle) !== orientationTag) continue
    const isShort = tiff.getUint16(at + 2, isLittle) === shortType
    const value = tiff.getUint16(at + 8, isLittle)
    return isShort && isOrientation(value) ? value : 1
  }
  return 1
}

function isOrientation(value: number): value is Orientation {
  return value >= 1 && value <= 8
}

function exifOf(orientation: Orientation): Uint8Array {
  const exif = [...exifName].map((character) => character.charCodeAt(0))
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  const directory = [0, 1, 0x01, 0x12, 0, shortType, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const content = [...exif, ...header, ...directory]
  return Uint8Array.from([0xff, application1, 0, content.length + 2, ...content])
}

function textAt(view: DataView, from: number, end: number): string {
  const length = Math.min(exifName.length, end - from)
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, length)
  return String.fromCharCode(...bytes)
}

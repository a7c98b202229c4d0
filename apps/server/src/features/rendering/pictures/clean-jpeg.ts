import { joined } from './clean-png.ts'
import { NotAPicture } from './pictures.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/** The kept segments, by marker and length: JFIF's density without a thumbnail, and Adobe's colour encoding. */
const keptSegments = new Map([
  [0xe0, 16],
  [0xee, 14],
])

/**
 * Returns the same pixels in a file without metadata: comments, application segments (Exif, XMP, profiles) and data
 * after the end are removed. Source: ITU-T T.81, annex B.
 * @throws NotAPicture
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  if (first !== 0xff || second !== startOfImage) throw new NotAPicture('It is not a JPEG')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const segments = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (view.getUint8(at) !== 0xff) break
    const marker = view.getUint8(at + 1)
    if (marker === endOfImage) return joined([...segments, bytes.subarray(at, at + 2)])
    if (at + 4 > bytes.length) break
    const segment = at + 2 + view.getUint16(at + 2)
    const end = marker === startOfScan ? endOfScan(bytes, segment) : segment
    if (end > bytes.length) break
    if (isKept(marker, segment - at - 2)) segments.push(bytes.subarray(at, end))
    at = end
  }
  throw new NotAPicture('The JPEG is incomplete')
}

function isKept(marker: number, length: number): boolean {
  const isComment = marker === 0xfe
  const isApplication = marker >= 0xe0 && marker <= 0xef
  return keptSegments.get(marker) === length || !(isComment || isApplication)
}

/** Returns the offset of the next marker after a scan's data, in which 0xFF is followed by 0 or a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length + 1
}

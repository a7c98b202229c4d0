/** The containers that are read, by ffmpeg's names of their readers. */
export type VideoContainer = 'mov' | 'matroska'

const ebml = [0x1a, 0x45, 0xdf, 0xa3]
const firstBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'])

/** Returns the container of a video by its first bytes; `undefined` for anything else. Pure. */
export function sniffVideo(head: Uint8Array): VideoContainer | undefined {
  if (ebml.every((byte, at) => head[at] === byte)) return 'matroska'
  const box = String.fromCharCode(...head.subarray(4, 8))
  return head.length >= 16 && firstBoxes.has(box) ? 'mov' : undefined
}

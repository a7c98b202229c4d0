import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Files } from '../../../platform/files/files.ts'
import { fileKeys } from '../file-keys.ts'
import type { JobRow } from '../schema.ts'
import { frameNameOf } from './frame-names.ts'
import type { DoneFrame } from './frames-store.ts'

interface Zipped {
  job: Pick<JobRow, 'id' | 'settings'>
  frames: readonly DoneFrame[]
  /** The prefix of the file names. */
  base: string
  /** A note on missing frames; `null`: none is missing. */
  note: string | null
}

/** A fixed date for every entry, so that the same frames always give the same bytes. */
const writtenAt = new Date('2000-01-01T00:00:00Z')

/**
 * Streams a zip of frames, created as it is read: one file is open at a time, read at the reader's pace. Pictures are
 * already compressed, so they are stored uncompressed.
 */
export async function* zipFrames(
  { files }: { files: Files },
  { job, frames, base, note }: Zipped,
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream)
  let atHand: Readable | undefined
  for (const { number, sha256, bytes } of frames) {
    const name = frameNameOf(base, number, job.settings.format)
    const key = fileKeys.picture(job.id, { number, part: 0, sha256 })
    zip.addReadStreamLazy(name, { mtime: writtenAt, compress: false, size: bytes }, (give) => {
      // A picture that cannot be read is left out and logged.
      atHand = Readable.from(files.read(key)).on('error', (error) => out.destroy(error))
      give(null, atHand)
    })
  }
  if (note !== null) {
    zip.addBuffer(Buffer.from(note, 'utf8'), 'missing-frames.txt', { mtime: writtenAt })
  }
  zip.end()
  try {
    for await (const bytes of out) yield bytes
  } finally {
    atHand?.destroy()
  }
}

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
  /** How names of files begin. */
  base: string
  /** Of what is not in there; `null`: nothing is missing. */
  note: string | null
}

/** The same frames give the same bytes at any time: they all bear this date. */
const writtenAt = new Date('2000-01-01T00:00:00Z')

/**
 * A zip of frames, made as it is read: one file is open at a time, and none is read faster than the reader takes it.
 * Pictures are packed already, so that they are stored as they are.
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

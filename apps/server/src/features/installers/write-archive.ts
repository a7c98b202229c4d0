import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack as createTar } from 'tar-stream'
import { ZipFile } from 'yazl'

/** One file of an archive. */
export interface ArchiveFile {
  name: string
  mode: number
  /** In bytes; must match the content exactly. */
  size: number
  content: Readable
}

/** The date of every file in an archive: a constant, so that equal files give equal bytes. */
const writtenAt = new Date('2000-01-01T00:00:00Z')

/** Writes files, one after another, into a gzipped tar archive. */
export async function writeTarGz(out: string, files: AsyncIterable<ArchiveFile>): Promise<void> {
  const tar = createTar()
  const written = pipeline(tar, createGzip(), createWriteStream(out))
  // The pipeline fails with the entry; its error is thrown below.
  written.catch(() => undefined)
  for await (const { content, ...header } of files) {
    const entry = tar.entry({ ...header, mtime: writtenAt })
    await pipeline(content, entry)
  }
  tar.finalize()
  await written
}

/** Writes files, one after another, into a zip archive. */
export async function writeZip(out: string, files: AsyncIterable<ArchiveFile>): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(Readable.from(zip.outputStream), createWriteStream(out))
  written.catch(() => undefined)
  for await (const { name, mode, size, content } of files) {
    zip.addReadStream(content, name, { mode, size, mtime: writtenAt, compress: true })
    await once(content, 'end')
  }
  zip.end()
  await written
}

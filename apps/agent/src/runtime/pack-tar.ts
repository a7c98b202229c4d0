import { type Header, pack } from 'tar-stream'

/** One file of an archive; `content` is empty for folders and links. */
export type TarEntry = Partial<Header> & { name: string; content?: string | Buffer }

/** Packs a tar archive of a few entries, in memory. */
export async function packTar(entries: Iterable<TarEntry>): Promise<Buffer> {
  const archive = pack()
  for (const { content = '', ...header } of entries) {
    const isFile = header.type === undefined || header.type === 'file'
    if (isFile) archive.entry(header, content)
    else archive.entry(header)
  }
  archive.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of archive) if (piece instanceof Uint8Array) pieces.push(piece)
  return Buffer.concat(pieces)
}

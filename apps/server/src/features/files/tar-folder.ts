import type { FileSource, WalkedFile } from './file-source.ts'
import { joinBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'
import { SftpFailure } from './sftp/connection.ts'
import { tarBlockBytes, tarEnd, tarHeader, tarPadding } from './tar-header.ts'

/**
 * Yields a folder as a tar, made as it is read. Links stay links, so that nothing outside of the folder gets in. A file
 * that grows meanwhile has the size that it had; one that shrinks is filled up with zeros, as GNU tar does.
 */
export async function* tarFolder(
  source: FileSource,
  { folder, name }: { folder: Buffer; name: Buffer },
): AsyncGenerator<Buffer, void> {
  for await (const walked of source.walk(folder)) {
    source.signal.throwIfAborted()
    const path = walked.path.length === 0 ? name : joinBytes(name, walked.path)
    if (kindOf(walked.found.attributes) === 'file') yield* fileEntry(walked, path)
    else yield tarHeader(path, walked.found, 0) ?? Buffer.alloc(0)
  }
  yield tarEnd
}

async function* fileEntry(walked: WalkedFile, path: Buffer): AsyncGenerator<Buffer, void> {
  // @NOTE a file that vanished or cannot be read is left out.
  const file = await walked.open().catch(unlessFailure)
  if (file === undefined) return
  const { sizeBytes } = file.attributes
  yield tarHeader(path, { ...walked.found, attributes: file.attributes }, sizeBytes) ??
    Buffer.alloc(0)
  let sent = 0
  for await (const piece of file.bytes({ start: 0, bytes: sizeBytes })) {
    sent += piece.length
    yield piece
  }
  while (sent < sizeBytes) {
    const zeros = Buffer.alloc(Math.min(sizeBytes - sent, 128 * tarBlockBytes))
    sent += zeros.length
    yield zeros
  }
  yield tarPadding(sizeBytes)
}

export function unlessFailure(error: unknown): undefined {
  if (!(error instanceof SftpFailure)) throw error
}

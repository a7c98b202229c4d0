import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ArchiveFormat } from '@gridloom/contract/files/file-entry'
import { type FilePath, fileNameOf } from '@gridloom/contract/files/file-path'
import { assertNever } from '@gridloom/domain/assert-never'
import type { Download } from '../../platform/http/routes.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals, fileRefusalOf, fileRefused } from './file-refusals.ts'
import type { FileSource } from './file-source.ts'
import { openSource } from './open-source.ts'
import { downloadNames, pathBytes } from './path-bytes.ts'
import { kindOf } from './sftp/attributes.ts'
import { tarFolder } from './tar-folder.ts'
import { withEnd } from './with-end.ts'
import { zipFolder } from './zip-folder.ts'

interface ArchivedFolder {
  id: InstanceId
  path: FilePath
  format: ArchiveFormat
}

/** As fast as a network: a higher level costs the server more than it saves. */
const zstdLevel = 1

/**
 * Downloads a folder as an archive that is made as it is read: nothing is stored, and a reader who leaves ends it.
 * @throws Refused as `openSource`; `file_refused` for what is no folder
 */
export async function archiveFolder(
  ctx: FilesCtx,
  { id, path, format }: ArchivedFolder,
): Promise<Download> {
  const source = await openSource(ctx, id, 'transfer')
  try {
    const folder = pathBytes(path)
    const { attributes } = await asFileRefusals(source, () => source.find(folder))
    if (kindOf(attributes) !== 'folder') throw fileRefused('This is not a folder.')
    const base = path === '/' ? 'root' : fileNameOf(path)
    const name = path === '/' ? Buffer.from(base) : folder.subarray(folder.lastIndexOf('/') + 1)
    return {
      ...downloadNames(`${base}.${format}`),
      contentType: format === 'zip' ? 'application/zip' : 'application/zstd',
      pieces: withEnd(refusing(piecesOf(source, { folder, name, format })), async () =>
        source[Symbol.dispose](),
      ),
    }
  } catch (error) {
    source[Symbol.dispose]()
    throw error
  }
}

interface Packed {
  folder: Buffer
  name: Buffer
  format: ArchiveFormat
}

function piecesOf(source: FileSource, { format, ...packed }: Packed): AsyncIterable<Uint8Array> {
  switch (format) {
    case 'zip':
      return zipFolder(source, packed)
    case 'tar.zst':
      return compressed(tarFolder(source, packed))
    default:
      return assertNever(format)
  }
}

async function* compressed(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: zstdLevel },
  })
  const packing = pipeline(Readable.from(pieces), zstd)
  // @NOTE a failure is thrown to the reader by the stream, which it destroys
  packing.catch(() => {})
  for await (const piece of zstd) yield piece
  await packing
}

async function* refusing(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces
  } catch (error) {
    throw fileRefusalOf(error)
  }
}

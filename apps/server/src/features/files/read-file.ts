import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type FilePath, fileNameOf } from '@gridloom/contract/files/file-path'
import { readByteRange } from '../../platform/http/byte-range.ts'
import type { Download } from '../../platform/http/routes.ts'
import type { FilesCtx } from './ctx.ts'
import { asFileRefusals, fileRefusalOf } from './file-refusals.ts'
import { openSource } from './open-source.ts'
import { downloadNames, pathBytes } from './path-bytes.ts'
import type { FileAttributes } from './sftp/attributes.ts'
import { withEnd } from './with-end.ts'

interface ReadFile {
  id: InstanceId
  path: FilePath
  /** The headers `Range` and `If-Range` of the request. */
  range: string | undefined
  ifRange: string | undefined
}

/**
 * Downloads a file, or a range of it. A file that grows meanwhile is sent at the size that it had; one that shrinks
 * breaks off.
 * @throws Refused as `openSource`; `file_refused` for what is no file; `invalid_input` for a range beyond its end
 */
export async function readFile(
  ctx: FilesCtx,
  { id, path, range: wanted, ifRange }: ReadFile,
): Promise<Download> {
  const source = await openSource(ctx, id, 'transfer')
  try {
    const file = await asFileRefusals(source, () => source.open(pathBytes(path)))
    const { sizeBytes } = file.attributes
    const etag = etagOf(file.attributes)
    const isSame = ifRange === undefined || ifRange === `"${etag}"`
    const range = isSame ? readByteRange(wanted, sizeBytes) : undefined
    if (range === 'unsatisfiable') {
      await file.close()
      throw new Refused('invalid_input', { fields: { range: 'begins beyond the end of the file' } })
    }
    const part = range ?? { start: 0, bytes: sizeBytes }
    return {
      ...downloadNames(fileNameOf(path)),
      contentType: 'application/octet-stream',
      bytes: part.bytes,
      etag,
      ranges: true,
      ...(range === undefined ? {} : { range: { start: part.start, total: sizeBytes } }),
      pieces: withEnd(allOf(file.bytes(part), part.bytes), async () => {
        await file.close()
        source[Symbol.dispose]()
      }),
    }
  } catch (error) {
    source[Symbol.dispose]()
    throw error
  }
}

function etagOf({ sizeBytes, modifiedS }: FileAttributes): string {
  return `${sizeBytes.toString(16)}-${modifiedS.toString(16)}`
}

/** Passes bytes on, and checks that all came. */
async function* allOf(
  bytes: AsyncIterable<Buffer>,
  expected: number,
): AsyncGenerator<Buffer, void> {
  let sent = 0
  try {
    for await (const piece of bytes) {
      sent += piece.length
      yield piece
    }
  } catch (error) {
    throw fileRefusalOf(error)
  }
  if (sent < expected)
    throw new Refused('upstream_failed', { internal: 'the file became shorter while it was read' })
}

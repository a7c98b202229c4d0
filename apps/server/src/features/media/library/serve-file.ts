import type { MediaContentId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { mediaFileNames } from '@gridloom/contract/media/media'
import { readByteRange } from '../../../platform/http/byte-range.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { nothingAtAll } from '../../../platform/http/security-headers.ts'
import type { MediaCtx } from '../ctx.ts'
import { readAccess } from '../files/addresses.ts'
import { fileKeys } from '../files/file-keys.ts'
import { findCaptions } from '../stores/captions-store.ts'
import { findContent } from '../stores/contents-store.ts'

interface WantedFile {
  access: string
  file: string
  disposition: 'inline' | 'attachment'
  /** The header `Range` of the request. */
  range: string | undefined
}

const policy = `${nothingAtAll}; sandbox`

/**
 * Serves a finished file by a signed address, or a range of it.
 * @throws Refused `not_found` for an address that is forged, expired or of no file; `invalid_input` for a range beyond the
 * end
 */
export async function serveMediaFile(ctx: MediaCtx, wanted: WantedFile): Promise<Download> {
  const subject = readAccess(ctx, wanted.access)
  if (subject === undefined) throw noSuchFile()
  if (subject.kind === 'content') return contentFile(ctx, subject.id, wanted)
  const [, language] = /^captions-([\w-]{2,6})\.vtt$/.exec(wanted.file) ?? []
  const captions = language && (await findCaptions(ctx.db, { mediaId: subject.id, language }))
  if (!captions) throw noSuchFile()
  const bytes = Buffer.from(captions.vtt)
  return {
    fileName: wanted.file,
    contentType: 'text/vtt; charset=utf-8',
    disposition: 'inline',
    bytes: bytes.length,
    policy,
    pieces: one(bytes),
  }
}

async function contentFile(
  ctx: MediaCtx,
  id: MediaContentId,
  { file, disposition, range: header }: WantedFile,
): Promise<Download> {
  const content = await findContent(ctx.db, id)
  const isListed = mediaFileNames.some((name) => name === file)
  if (content?.state !== 'ready' || content.folder === null) throw noSuchFile()
  if (!isListed || !content.file_names.includes(file)) throw noSuchFile()
  const key = fileKeys.finished(id, content.folder, file)
  const total = await ctx.files.size(key)
  if (total === undefined) throw noSuchFile()
  const range = readByteRange(header, total)
  if (range === 'unsatisfiable')
    throw new Refused('invalid_input', { fields: { range: 'begins beyond the end of the file' } })
  const part = range ?? { start: 0, bytes: total }
  const contentType = file === 'picture' ? content.content_type : typeOf(file)
  return {
    fileName: file === 'picture' ? `picture.${contentType.replace('image/', '')}` : file,
    contentType,
    disposition,
    bytes: part.bytes,
    ranges: true,
    ...(range === undefined ? {} : { range: { start: part.start, total } }),
    immutable: 'privately',
    policy,
    pieces: ctx.files.read(key, { start: part.start, end: part.start + part.bytes }),
  }
}

function typeOf(file: string): string {
  if (file.endsWith('.m3u8')) return 'application/vnd.apple.mpegurl'
  return file.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg'
}

function noSuchFile(): Refused {
  return new Refused('not_found', { details: { what: 'file' } })
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

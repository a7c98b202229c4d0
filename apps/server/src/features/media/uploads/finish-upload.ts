import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { MediaContentId, MediaUploadId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { OperatorMedia } from '@gridloom/contract/media/media'
import { sniffVideo } from '@gridloom/domain/media/sniff-video'
import type { Insertable } from 'kysely'
import type { MediaCtx } from '../ctx.ts'
import { cleanPicture } from '../files/clean-picture.ts'
import { fileKeys } from '../files/file-keys.ts'
import { publishMedia } from '../publish-media-change.ts'
import type { MediaTables, MediaUploadRow } from '../schema.ts'
import { insertContent, lockContent } from '../stores/contents-store.ts'
import { findMedium, lockMedium, updateMedium } from '../stores/media-store.ts'
import { operatorViewOf } from '../views/media-view.ts'
import { discardUpload, findOwnUpload } from './upload-view.ts'
import { deleteUpload } from './uploads-store.ts'

type NewContent = Insertable<MediaTables['media_contents']>

/** Half a file is of no use, so neither a disconnect nor a shutdown ends this early. */
const whateverComes = () => new AbortController().signal
const headBytes = 4_096

/**
 * Gives a medium the file of a complete upload: joins its segments, compares the announced hashes, and looks at the
 * content, whatever its name is. A picture is cleaned and ready at once; a video waits for its encoding. A caller that
 * retries after a lost response finds no upload; announcing the file again returns the medium.
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `upload_mismatch`, `media_kind_mismatch`, `too_large`,
 * `storage_full`
 */
export async function finishUpload(ctx: MediaCtx, id: MediaUploadId): Promise<OperatorMedia> {
  const upload = await findOwnUpload(ctx, id)
  if (upload.received_bytes !== upload.size_bytes)
    throw new Refused('state_conflict', { details: { what: 'upload', state: 'incomplete' } })
  const file = path.join(ctx.files.scratchFolder, `media-${ctx.ids.secret()}`)
  const contentId = ctx.ids.mint('mediaContent')
  try {
    await putTogether(ctx, upload, file)
    const content = await storeFile(ctx, { upload, file, contentId })
    await attach(ctx, upload, content)
  } catch (error) {
    await ctx.files.removeAll(fileKeys.content(contentId))
    const isWrong =
      error instanceof Refused && ['upload_mismatch', 'media_kind_mismatch'].includes(error.code)
    if (isWrong) await discardUpload(ctx, id)
    throw error
  } finally {
    await rm(file, { force: true })
  }
  await ctx.files.removeAll(fileKeys.upload(id))
  return operatorViewOf(ctx, upload.media_id)
}

async function putTogether(ctx: MediaCtx, upload: MediaUploadRow, file: string): Promise<void> {
  const hashes: string[] = []
  const segments = async function* () {
    let hash = createHash('sha256')
    let missing = hashBlockBytes
    for (const { name } of upload.segments) {
      for await (const bytes of ctx.files.read(fileKeys.upload(upload.id) + name)) {
        for (let at = 0; at < bytes.length; ) {
          const part = bytes.subarray(at, at + missing)
          hash.update(part)
          at += part.length
          missing -= part.length
          if (missing > 0) continue
          hashes.push(hash.digest('hex'))
          hash = createHash('sha256')
          missing = hashBlockBytes
        }
        yield bytes
      }
    }
    if (missing < hashBlockBytes) hashes.push(hash.digest('hex'))
  }
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(ctx.files.reserve.whileKept(segments())), sink, {
    signal: whateverComes(),
  })
  if (hashes.join() !== upload.block_hashes.join()) throw new Refused('upload_mismatch')
}

interface Storing {
  upload: MediaUploadRow
  file: string
  contentId: MediaContentId
}

/** Stores the file before its row: a crash in between leaves files that nothing refers to. */
async function storeFile(ctx: MediaCtx, storing: Storing): Promise<NewContent> {
  const { upload, file, contentId } = storing
  const medium = await findMedium(ctx.db, upload.media_id)
  if (medium?.kind === 'picture') return storePicture(ctx, storing)
  const container = sniffVideo(await headOf(file))
  if (medium?.kind !== 'video' || container === undefined) throw new Refused('media_kind_mismatch')
  await ctx.files.adopt(fileKeys.source(contentId), file, whateverComes())
  const contentType = container === 'mov' ? 'video/mp4' : 'video/x-matroska'
  return { ...newContent(ctx, storing), kind: 'video', content_type: contentType, state: 'queued' }
}

async function storePicture(ctx: MediaCtx, storing: Storing): Promise<NewContent> {
  const { contentId, file } = storing
  const picture = cleanPicture(await readFile(file))
  const folder = ctx.ids.label()
  const put = (name: string, bytes: Uint8Array) =>
    ctx.files.put(fileKeys.finished(contentId, folder, name), [bytes], whateverComes())
  await put('picture', picture.bytes)
  await writeFile(file, picture.bytes)
  const poster = await ctx.mediaEncoder?.poster(file, whateverComes())
  if (poster !== undefined) await put('poster.jpg', poster)
  return {
    ...newContent(ctx, storing),
    ...{ kind: 'picture', content_type: picture.contentType, state: 'ready' },
    ...{ folder, width: picture.width, height: picture.height, progress_percent: 100 },
    file_bytes: picture.bytes.length,
    file_names: JSON.stringify(poster === undefined ? ['picture'] : ['picture', 'poster.jpg']),
  }
}

function newContent(ctx: MediaCtx, { upload, contentId: id }: Storing) {
  const { content_hash, size_bytes, account_id: uploaded_by } = upload
  return { id, content_hash, size_bytes, uploaded_by, created_at: ctx.clock.now() }
}

/** Of two finished uploads of the same bytes, the second gets the content of the first. */
async function attach(ctx: MediaCtx, upload: MediaUploadRow, content: NewContent): Promise<void> {
  const isNew = await ctx.transact(async (tx) => {
    const medium = await lockMedium(tx, upload.media_id)
    if (!(await deleteUpload(tx, upload.id)))
      throw new Refused('not_found', { details: { what: 'upload' } })
    const isInserted = await insertContent(tx, content)
    const stored = await lockContent(tx, upload.content_hash)
    if (stored?.kind !== medium.kind) throw new Refused('media_kind_mismatch')
    tx.note({ subject: medium.id })
    await updateMedium(tx, medium.id, { content_id: stored.id, file_name: upload.file_name })
    await publishMedia(tx, medium.id)
    return isInserted
  })
  if (!isNew) await ctx.files.removeAll(fileKeys.content(content.id))
}

async function headOf(file: string): Promise<Uint8Array> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

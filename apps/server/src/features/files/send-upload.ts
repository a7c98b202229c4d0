import { createIdleTimer } from '@gridloom/async/idle-timer'
import { Refused } from '@gridloom/contract/errors'
import type { UploadRequest } from '../../platform/http/routes.ts'
import type { FilesCtx } from './ctx.ts'
import { diskFullOr } from './disk-full.ts'
import { findEntry } from './place-file.ts'
import { type SftpFiles, withSftpFiles } from './reach-files.ts'
import type { FileHandle } from './sftp/sftp-client.ts'
import { openFlags } from './sftp/wire.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { turnOf, type UploadPlace, uploadFile } from './upload-place.ts'
import { createPieceWriter } from './write-pieces.ts'

const action = 'upload files'
/** A sender that is silent for this long is cut off; it may resume. */
const idleMsMax = 30_000

/** Returns how far an upload is, in bytes; 0 where nothing has arrived. @throws Refused as `withSftpFiles` */
export function readUpload(ctx: FilesCtx, place: UploadPlace): Promise<number> {
  return withSftpFiles(ctx, { id: place.id, lane: 'browse', action }, async ({ sftp }) => {
    // What an earlier request still writes counts.
    using _turn = await ctx.uploadTurns.enter(turnOf(place), () => {})
    return (await findEntry(sftp, uploadFile(place).file))?.sizeBytes ?? 0
  })
}

interface SentBytes extends UploadPlace {
  sizeBytes: number
  /** Where the bytes begin. */
  offset: number
  /** Their announced number; `undefined` where the client does not know it. */
  length: number | undefined
  request: Pick<UploadRequest, 'bytes' | 'cut'>
}

/**
 * Writes bytes of an upload into the file beside its target. The file's size is the offset, so nothing else has to
 * remember it: any server continues, whoever was killed.
 * @returns the new offset
 * @throws Refused `state_conflict` at another offset, `too_large`, `instance_disk_full`, and as `withSftpFiles`
 */
export async function sendUpload(ctx: FilesCtx, sent: SentBytes): Promise<number> {
  const { id, offset, length = 0, sizeBytes } = sent
  if (offset + length > sizeBytes) throw tooLarge()
  return withSftpFiles(ctx, { id, lane: 'transfer', action }, async (files) => {
    const { folder, file } = uploadFile(sent)
    using _turn = await ctx.uploadTurns.enter(turnOf(sent), sent.request.cut)
    if (offset === 0) await sweepUploads(files, { folder, now: ctx.clock.now() })
    const handle = await files.sftp.open(file, openFlags.write | openFlags.create)
    try {
      const { sizeBytes: present } = await files.sftp.fstat(handle)
      if (present !== offset) throw elsewhere()
      return await receive(ctx, { ...sent, files, handle })
    } catch (error) {
      const cause = await diskFullOr(files.sftp, folder, error)
      const isFull = cause instanceof Refused && cause.code === 'instance_disk_full'
      // Kept, it would fill the disk for everything else.
      if (isFull) await files.sftp.remove(file)
      throw cause
    } finally {
      // @NOTE a session that broke has closed it
      await files.sftp.close(handle).catch(() => {})
    }
  })
}

async function receive(
  ctx: FilesCtx,
  {
    offset,
    sizeBytes,
    request,
    files,
    handle,
  }: SentBytes & { files: SftpFiles; handle: FileHandle },
): Promise<number> {
  const writer = createPieceWriter(files.sftp, handle, offset)
  const idle = createIdleTimer(ctx.clock, request.cut)
  let at = offset
  idle.start(idleMsMax)
  try {
    for await (const piece of untilCut(request.bytes)) {
      idle.touch()
      files.signal.throwIfAborted()
      if (at + piece.length > sizeBytes) throw tooLarge()
      await writer.write(piece)
      at += piece.length
    }
  } finally {
    idle.stop()
  }
  await writer.flush()
  return at
}

/** Yields bytes until the client has sent all, or has left: what arrived counts, and it can resume after that. */
async function* untilCut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = bytes[Symbol.asyncIterator]()
  for (;;) {
    // @NOTE the client disconnected or was cut off.
    const { value, done } = await source.next().catch(() => ended)
    if (done === true) return
    yield value
  }
}

const ended = { done: true, value: undefined } as const

function tooLarge(): Refused {
  return new Refused('too_large', { details: { limit: 'file that was announced' } })
}

function elsewhere(): Refused {
  return new Refused('state_conflict', { details: { what: 'upload', state: 'at another offset' } })
}

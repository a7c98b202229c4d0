import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { ApiError } from '@gridloom/client/api-error'
import { uploadInstanceFile } from '@gridloom/client/instance-files'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type FileEntry, fileBytesMax } from '@gridloom/contract/files/file-entry'
import { encodeFileBytes, type FilePath, filePathIn } from '@gridloom/contract/files/file-path'
import type { Ctx } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { type LocalFile, localPathIn } from '../../host/local-files.ts'
import type { PlaceThere } from './place.ts'
import { createTally, eachAtOnce, filesAtOnce, type Tally } from './tally.ts'

interface CopyIn {
  id: InstanceId
  /** A path of this computer, or `-`. */
  from: string
  to: PlaceThere
  folders: 'copied' | 'refused'
}

/** Copies from this computer into an instance. @throws NotFoundError, UsageError, and the errors of uploads */
export async function copyIn(ctx: Ctx, { id, from, to, folders }: CopyIn): Promise<void> {
  const there = await entryThere(ctx, { id, path: to.path })
  const isFolder = there?.kind === 'folder' || there?.target_kind === 'folder'
  if (to.mustBeFolder && !isFolder) throw new NotFoundError(`There is no folder ${to.path}.`)
  if (from === '-') {
    if (isFolder) throw new UsageError(`${to.path} is a folder. Name the file to write.`)
    return uploadStdin(ctx, id, to.path)
  }
  const source = Buffer.from(path.resolve(from))
  const found = await ctx.host.localFiles.find(source)
  if (found === undefined) throw new NotFoundError(`${from} not found.`)
  const name = encodeFileBytes(Buffer.from(path.basename(path.resolve(from))))
  const target = isFolder && name !== '' ? filePathIn(to.path, name) : to.path
  const tally = createTally(ctx)
  if (found.kind === 'folder') {
    if (folders === 'refused') throw new UsageError(`${from} is a folder. Copy it with -r.`)
    if (there !== undefined && !isFolder) throw new UsageError(`${to.path} is not a folder.`)
    await copyFolder({ ctx, id, tally }, source, target)
  } else if (found.kind === 'file') await copyFile({ ctx, id, tally }, { source, target, found })
  else throw new UsageError(`${from} is neither a file nor a folder.`)
  await tally.report()
}

/** The entry at a path of the instance; `undefined` where there is none. */
export async function entryThere(
  { client, signal }: Ctx,
  { id, path: wanted, follow = false }: { id: InstanceId; path: FilePath; follow?: boolean },
): Promise<FileEntry | undefined> {
  try {
    return await client.files.entry({ params: { id }, query: { path: wanted, follow }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

interface Copying {
  ctx: Ctx
  id: InstanceId
  tally: Tally
}

interface FileToCopy {
  source: Buffer
  target: FilePath
  found: LocalFile
}

async function copyFolder(copying: Copying, source: Buffer, target: FilePath): Promise<void> {
  const modes: { path: FilePath; mode: number }[] = []
  await eachAtOnce(filesBelow(copying, { source, target, modes }), filesAtOnce, (file) =>
    copyFile(copying, file),
  )
  // At the end, and the innermost first: a folder that nobody may write to takes no files.
  const { client, signal } = copying.ctx
  for (const body of modes.toReversed())
    await client.files.change({ params: { id: copying.id }, body, signal })
}

/** Creates the folders, and yields the files in them. */
async function* filesBelow(
  copying: Copying,
  folder: { source: Buffer; target: FilePath; modes: { path: FilePath; mode: number }[] },
): AsyncGenerator<FileToCopy, void> {
  const { client, signal, host } = copying.ctx
  const { source, target, modes } = folder
  const body = { path: target, parents: true }
  await client.files.createFolder({ params: { id: copying.id }, body, signal })
  const self = await host.localFiles.find(source)
  if (self !== undefined) modes.push({ path: target, mode: self.mode })
  for await (const { name, isLink } of host.localFiles.list(source)) {
    signal.throwIfAborted()
    const inner = {
      source: localPathIn(source, name),
      target: filePathIn(target, encodeFileBytes(name)),
    }
    const found = await host.localFiles.find(inner.source)
    if (found?.kind === 'file') yield { ...inner, found }
    else if (found?.kind === 'folder' && !isLink) yield* filesBelow(copying, { ...inner, modes })
    else copying.tally.skipped(inner.source.toString())
  }
}

async function copyFile(
  { ctx, id, tally }: Copying,
  { source, target, found }: FileToCopy,
): Promise<void> {
  await using content = await ctx.host.localFiles.read(source)
  const modified_at = new Date(found.modifiedMs).toISOString()
  await uploadInstanceFile(ctx.client, {
    id,
    upload: uploadIdOf([id, target, source.toString('hex'), found.sizeBytes, found.modifiedMs]),
    finish: {
      path: target,
      size_bytes: found.sizeBytes,
      mode: found.mode,
      modified_at,
      replace: true,
    },
    read: content.read,
    clock: ctx.host.clock,
    random: ctx.host.random,
    signal: ctx.signal,
    onBytes: tally.file(found.sizeBytes),
  })
  tally.copied()
}

/** The same for the same file and target: the next run continues the upload. */
function uploadIdOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Uploads standard input, whose size nobody knows before its end; it cannot be continued. */
async function uploadStdin(ctx: Ctx, id: InstanceId, target: FilePath): Promise<void> {
  const params = { id, upload: randomBytes(16).toString('hex') }
  const query = { path: target, size_bytes: fileBytesMax }
  const { client, signal } = ctx
  const tally = createTally(ctx)
  const onBytes = tally.file(0)
  let offset = 0
  try {
    for await (const bytes of inSteps(ctx.host.localFiles.stdin())) {
      offset = await client.files.sendUpload({ params, query, offset, bytes, signal })
      onBytes(offset)
    }
    const body = { path: target, size_bytes: offset, replace: true }
    await client.files.finishUpload({ params, body, signal })
  } catch (error) {
    // @NOTE the server deletes what is left after a day
    await client.files.cancelUpload({ params, query: { path: target } }).catch(() => {})
    throw error
  }
  tally.copied()
  await tally.report()
}

const stepBytes = 1024 * 1024

/** Joins what comes in small pieces: each is a request. */
async function* inSteps(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < stepBytes) continue
    yield new Uint8Array(Buffer.concat(held))
    held = []
    bytes = 0
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(held))
}

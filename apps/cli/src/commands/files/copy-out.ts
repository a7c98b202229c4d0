import path from 'node:path'
import { downloadInstanceFile } from '@gridloom/client/instance-files'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import {
  decodeFileBytes,
  FileName,
  type FilePath,
  fileNameOf,
  filePathIn,
} from '@gridloom/contract/files/file-path'
import type { Ctx } from '../../ctx.ts'
import { FailedError, NotFoundError, UsageError } from '../../errors.ts'
import { localPathIn } from '../../host/local-files.ts'
import { entryThere } from './copy-in.ts'
import type { PlaceThere } from './place.ts'
import { createTally, eachAtOnce, filesAtOnce, type Tally } from './tally.ts'

interface CopyOut {
  id: InstanceId
  from: PlaceThere
  /** A path of this computer, or `-`. */
  to: string
  folders: 'copied' | 'refused'
}

/** Copies out of an instance to this computer. @throws NotFoundError, UsageError, and the errors of downloads */
export async function copyOut(ctx: Ctx, { id, from, to, folders }: CopyOut): Promise<void> {
  const entry = await entryThere(ctx, { id, path: from.path, follow: true })
  if (entry === undefined) throw new NotFoundError(`${from.path} not found in the instance.`)
  const { kind } = entry
  const tally = createTally(ctx)
  const copying = { ctx, id, tally }
  if (to === '-') {
    if (kind !== 'file') throw new UsageError(`${from.path} is not a file.`)
    for await (const piece of bytesOf(copying, { source: from.path, entry, from: 0 }))
      await ctx.output.bytes('stdout', piece)
    return
  }
  const local = Buffer.from(path.resolve(to))
  const isFolder = (await ctx.host.localFiles.find(local))?.kind === 'folder'
  if (/[/\\]$/.test(to) && !isFolder) throw new NotFoundError(`There is no folder ${to}.`)
  const name = nameHere(from.path === '/' ? 'root' : fileNameOf(from.path))
  const target = isFolder ? localPathIn(local, name) : local
  if (kind === 'folder') {
    if (folders === 'refused') throw new UsageError(`${from.path} is a folder. Copy it with -r.`)
    const files = filesBelow(copying, from.path, target)
    await eachAtOnce(files, filesAtOnce, (file) => copyFile(copying, file))
  } else if (kind === 'file') await copyFile(copying, { source: from.path, entry, target })
  else throw new UsageError(`${from.path} is neither a file nor a folder.`)
  await tally.report()
}

interface Copying {
  ctx: Ctx
  id: InstanceId
  tally: Tally
}

interface FileToCopy {
  source: FilePath
  entry: FileEntry
  target: Buffer
}

/** The bytes of a name, which the instance chose: it must be a name, and so cannot lead out of its folder. */
function nameHere(name: string): Buffer {
  const bytes = FileName.safeParse(name).success ? decodeFileBytes(name) : undefined
  if (bytes === undefined)
    throw new FailedError(`The instance has a file with a wrong name: ${name}`)
  return Buffer.from(bytes)
}

const pageEntries = 1_000

/** Creates the folders, and yields the files in them. */
async function* filesBelow(
  copying: Copying,
  source: FilePath,
  target: Buffer,
): AsyncGenerator<FileToCopy, void> {
  const { client, signal, host } = copying.ctx
  await host.localFiles.makeFolder(target)
  for (let after: string | undefined; ; ) {
    const page = await client.files.list({
      params: { id: copying.id },
      query: { path: source, limit: pageEntries, ...(after === undefined ? {} : { after }) },
      signal,
    })
    for (const entry of page.entries) {
      const inner = filePathIn(source, entry.name)
      const at = localPathIn(target, nameHere(entry.name))
      const isFile = entry.kind === 'file' || entry.target_kind === 'file'
      if (entry.kind === 'folder') yield* filesBelow(copying, inner, at)
      else if (isFile) yield { source: inner, entry, target: at }
      else copying.tally.skipped(inner)
    }
    if (page.next === null) return
    after = page.next
  }
}

/** Copies into a file beside the target, which keeps what arrived for the next run, and then gives it its name. */
async function copyFile(copying: Copying, { source, entry, target }: FileToCopy): Promise<void> {
  const { host, signal } = copying.ctx
  const found =
    entry.kind === 'symlink'
      ? await entryThere(copying.ctx, { id: copying.id, path: source, follow: true })
      : entry
  if (found === undefined) return copying.tally.skipped(source)
  const version = `${found.size_bytes.toString(36)}-${Date.parse(found.modified_at).toString(36)}`
  const part = Buffer.concat([target, Buffer.from(`.${version}.part`)])
  const before = (await host.localFiles.find(part))?.sizeBytes ?? 0
  const from = before <= found.size_bytes ? before : 0
  await host.localFiles.append(part, from, bytesOf(copying, { source, entry: found, from }), signal)
  await host.localFiles.place(part, target, {
    mode: found.mode,
    modifiedMs: Date.parse(found.modified_at),
  })
  copying.tally.copied()
}

function bytesOf(
  { ctx, id, tally }: Copying,
  { source, entry, from }: { source: FilePath; entry: FileEntry; from: number },
): AsyncIterable<Uint8Array> {
  return downloadInstanceFile(ctx.client, {
    ...{ id, path: source, from, version: entry },
    clock: ctx.host.clock,
    random: ctx.host.random,
    signal: ctx.signal,
    onBytes: tally.file(entry.size_bytes),
  })
}

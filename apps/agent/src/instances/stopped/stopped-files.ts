import { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { fileCalls, type StoppedFile } from '@gridloom/contract/agent/file-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { decodeFileBytes, encodeFileBytes, type FilePath } from '@gridloom/contract/files/file-path'
import { readTar, type TarEntry } from '@gridloom/domain/tar/read-tar'
import { handleDownload, handleDuplex, handleLinesOnceBegun } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import { AgentRefused } from '../../refused.ts'
import type { InstanceManager } from '../instance-manager.ts'
import { answerOf } from '../sessions/answer-of.ts'

/** What is read for one list: an engine tells what is in a folder only by everything below it. */
const listBytesMax = 4 * 1024 ** 3
const listMs = 60_000

type StoppedReader = Pick<InstanceManager, 'readStopped' | 'openStopped'>

/** Serves the files of stopped instances. */
export function stoppedFileRoutes(manager: StoppedReader, clock: Clock): Route[] {
  return [
    handleLinesOnceBegun(fileCalls.list, ({ params, body, signal }) =>
      listFiles({ manager, clock }, { ...params, ...body, signal }),
    ),
    handleDuplex(fileCalls.session, clock, async ({ params, signal }) =>
      answerOf(await manager.openStopped(params, signal), { clock, signal }),
    ),
    handleDownload(fileCalls.archive, ({ params, body, signal }) => {
      const archive = archiveOf(manager, { ...params, ...body, signal })
      return { contentType: 'application/x-tar', open: () => Readable.from(archive) }
    }),
  ]
}

async function* archiveOf(
  manager: StoppedReader,
  { id, path, signal }: Omit<ListedPath, 'what'>,
): AsyncGenerator<Uint8Array, void> {
  const archive = await manager.readStopped(id, bytesOf(path), signal)
  if (archive === undefined) throw noSuchFile()
  yield* archive
}

interface ListedPath {
  id: InstanceId
  path: FilePath
  what: 'self' | 'folder'
  signal: AbortSignal
}

async function* listFiles(
  { manager, clock }: { manager: StoppedReader; clock: Clock },
  { id, path, what, signal }: ListedPath,
): AsyncGenerator<StoppedFile, void> {
  const limit = createDeadline(clock, listMs, signal)
  try {
    const archive = await manager.readStopped(id, wantedBytes(path, what), limit.signal)
    if (archive === undefined) throw noSuchFile()
    const sizes = new Map<string, number>()
    for await (const { entry } of readTar(bounded(archive))) {
      const names = namesOf(entry)
      if (what === 'folder' && names.length !== 1) continue
      yield fileOf(entry, names.at(-1) ?? '', sizes)
      if (what === 'self') return
    }
  } finally {
    limit.done()
  }
}

/** With a dot at its end a path is what a link leads to, and must be a folder. */
function wantedBytes(path: FilePath, what: ListedPath['what']): Buffer {
  const bytes = bytesOf(path)
  return what === 'self' || path === '/' ? bytes : Buffer.concat([bytes, Buffer.from('/.')])
}

async function* bounded(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  for await (const piece of archive) {
    bytes += piece.length
    if (bytes > listBytesMax)
      throw new AgentRefused(
        'upstream_failed',
        'The folder is too large to be listed while the instance is stopped.',
      )
    yield piece
  }
}

/** The parts of a path in the archive, as texts; `.` is the folder itself. */
function namesOf({ path }: TarEntry): string[] {
  return encodeFileBytes(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
}

function fileOf(entry: TarEntry, name: string, sizes: Map<string, number>): StoppedFile {
  const isLinked = entry.kind === 'hard_link'
  const target = encodeFileBytes(entry.target)
  if (entry.kind === 'file') sizes.set(encodeFileBytes(entry.path), entry.sizeBytes)
  return {
    name,
    kind: entry.kind === 'hard_link' ? 'file' : entry.kind,
    // A second name of a file has no content of its own in an archive.
    size_bytes: isLinked ? (sizes.get(target) ?? 0) : entry.kind === 'file' ? entry.sizeBytes : 0,
    mode: entry.mode,
    user_id: entry.userId,
    group_id: entry.groupId,
    modified_s: entry.modifiedS,
    target: entry.kind === 'symlink' ? target : null,
  }
}

function bytesOf(path: FilePath): Buffer {
  return Buffer.from(decodeFileBytes(path) ?? [])
}

function noSuchFile(): AgentRefused {
  return new AgentRefused('not_found', 'There is no such file in the instance.')
}

import { isUtf8 } from 'node:buffer'
import { posix } from 'node:path'
import { fileCalls, type StoppedFile } from '@gridloom/contract/agent/file-calls'
import { Refused } from '@gridloom/contract/errors'
import { decodeFileBytes, encodeFileBytes } from '@gridloom/contract/files/file-path'
import { answerBounds } from '../../agents/index.ts'
import type { InstanceRow } from '../../instances/index.ts'
import type { FilesCtx } from '../ctx.ts'
import { fileRefused, noSuchFile } from '../file-refusals.ts'
import type { FileSource, FoundFile } from '../file-source.ts'
import { joinBytes } from '../path-bytes.ts'
import { kindOf } from '../sftp/attributes.ts'
import { openStopped, walkStopped } from './stopped-content.ts'

/** An entry has names of at most 13,000 characters, mostly far fewer. */
const listBounds = { bytesMax: Number.POSITIVE_INFINITY, lineBytesMax: 32 * 1024, totalMs: 90_000 }
const batchMax = 500
/** As Linux follows. */
const linksMax = 40

/** The files of a stopped instance whose disk cannot be opened: its machine's container engine reads them. */
export function stoppedSource(ctx: FilesCtx, instance: InstanceRow): FileSource {
  const { id, machine_id: machineId } = instance
  if (!ctx.agents.connected(machineId)) throw new Refused('machine_offline')
  const signal = ctx.authenticator.sessionSignal(ctx.actor, ctx.signal)

  async function* list(path: Buffer, what: 'self' | 'folder'): AsyncGenerator<StoppedFile, void> {
    const body = { path: encodeFileBytes(path), what }
    const params = { id }
    try {
      yield* ctx.agents.lines(machineId, fileCalls.list, {
        params,
        body,
        bounds: listBounds,
        signal,
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }

  async function find(path: Buffer): Promise<FoundFile> {
    refuseOtherBytes(path)
    for await (const file of list(path, 'self'))
      return { ...foundFile(file), name: path.subarray(path.lastIndexOf('/') + 1) }
    throw noSuchFile()
  }

  /** Follows links as the instance would; folders on the way are followed by the engine. */
  async function follow(path: Buffer): Promise<{ path: Buffer; found: FoundFile }> {
    let at = path
    for (let links = 0; links < linksMax; links += 1) {
      const found = await find(at)
      if (kindOf(found.attributes) !== 'symlink' || found.target === null)
        return { path: at, found }
      at = targetOf(at, found.target)
    }
    throw fileRefused('Too many symbolic links.')
  }

  const archive = (path: Buffer) =>
    ctx.bulkAgents.download(machineId, fileCalls.archive, {
      params: { id },
      body: { path: encodeFileBytes(path) },
      bounds: answerBounds.duplex,
      signal,
    })

  return {
    kind: 'stopped',
    access: 'read',
    signal,
    async *folder(path) {
      refuseOtherBytes(path)
      let batch: FoundFile[] = []
      for await (const file of list(path, 'folder')) {
        if (batch.push(foundFile(file)) < batchMax) continue
        yield batch
        batch = []
      }
      yield batch
    },
    complete: async (_folder, file) => file,
    find: async (path, links = 'kept') =>
      links === 'kept' ? find(path) : (await follow(path)).found,
    async open(path) {
      const { path: real, found } = await follow(path)
      if (kindOf(found.attributes) !== 'file') throw fileRefused('This is not a file.')
      return openStopped(archive(real), found.attributes)
    },
    walk: (path) => walkStopped(() => archive(path), find(path)),
    [Symbol.dispose]: () => {},
  }
}

/** Docker passes paths on as JSON, which has no other bytes than UTF-8: such a path would not be found. */
function refuseOtherBytes(path: Buffer): void {
  if (isUtf8(path)) return
  const action = 'open files whose names are not UTF-8'
  throw new Refused('needs_running_instance', { details: { action } })
}

const typeBits = { file: 0o100000, folder: 0o040000, symlink: 0o120000, other: 0o010000 } as const

function foundFile(file: StoppedFile): FoundFile {
  return {
    name: bytesOf(file.name),
    attributes: {
      sizeBytes: file.size_bytes,
      userId: file.user_id,
      groupId: file.group_id,
      rawMode: typeBits[file.kind] | file.mode,
      modifiedS: file.modified_s,
    },
    user: null,
    group: null,
    target: file.target === null ? null : bytesOf(file.target),
    targetKind: null,
  }
}

function bytesOf(text: string): Buffer {
  const bytes = decodeFileBytes(text)
  if (bytes === undefined) throw new Refused('upstream_failed', { internal: 'a name that is none' })
  return Buffer.from(bytes)
}

/** Where a link at a path leads; `..` above the root is the root, so nothing is outside of it. */
function targetOf(path: Buffer, target: Buffer): Buffer {
  const folder = path.subarray(0, path.lastIndexOf('/') || 1)
  const joined = target[0] === 0x2f ? target : joinBytes(folder, target)
  // As characters of one byte each, so that names of any bytes stay as they are.
  const normal = posix.normalize(joined.toString('latin1')).replace(/(?<=.)\/$/, '')
  return Buffer.from(normal, 'latin1')
}

/** The agent's words for a file that is missing are those for an instance. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Refused)) return error
  if (error.code === 'not_found') return noSuchFile()
  const { said } = error.details
  if (error.code === 'state_conflict' || (error.code === 'upstream_failed' && said !== undefined))
    return new Refused('files_unavailable', { details: { said: said ?? '' }, cause: error })
  return error
}

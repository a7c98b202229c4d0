import { Refused } from '@gridloom/contract/errors'
import { readTar, TarBroken, type TarEntry, type TarKind } from '@gridloom/domain/tar/read-tar'
import { fileRefused } from '../file-refusals.ts'
import type { FoundFile, OpenedFile, WalkedFile } from '../file-source.ts'
import { type FileAttributes, kindOf } from '../sftp/attributes.ts'

/** Opens a file of a tar that has no other; the bytes before a range are read and dropped. */
export function openStopped(
  archive: AsyncIterable<Buffer>,
  attributes: FileAttributes,
): OpenedFile {
  return {
    attributes,
    async *bytes({ start, bytes }) {
      let [skip, left] = [start, bytes]
      for await (const { content } of whole(archive)) {
        for await (const piece of content()) {
          const part = piece.subarray(Math.min(skip, piece.length)).subarray(0, left)
          skip -= Math.min(skip, piece.length)
          left -= part.length
          if (part.length > 0) yield asBuffer(part)
          if (left === 0) return
        }
        return
      }
    },
    close: async () => {},
  }
}

const slash = 0x2f

/** Yields the entries of a folder's tar, in its order; a hard link has no content, and is left out. */
export async function* walkStopped(
  archive: () => AsyncIterable<Buffer>,
  root: Promise<FoundFile>,
): AsyncGenerator<WalkedFile, void> {
  if (kindOf((await root).attributes) !== 'folder') throw fileRefused('This is not a folder.')
  for await (const { entry, content } of whole(archive())) {
    const path = belowRoot(entry.path)
    if (entry.kind === 'hard_link') continue
    const found = foundEntry(entry, path)
    const { attributes } = found
    yield {
      path,
      found,
      open: async () => ({
        attributes,
        async *bytes() {
          for await (const piece of content()) yield asBuffer(piece)
        },
        close: async () => {},
      }),
    }
  }
}

async function* whole(archive: AsyncIterable<Buffer>) {
  try {
    yield* readTar(archive)
  } catch (error) {
    if (!(error instanceof TarBroken)) throw error
    throw new Refused('upstream_failed', { cause: error, internal: error.message })
  }
}

/** The path without the name of the folder that was asked for, which is its first part; of `/` it has none. */
function belowRoot(path: Uint8Array): Buffer {
  const bytes = Buffer.from(path)
  const end = bytes.at(-1) === slash ? bytes.subarray(0, -1) : bytes
  const cut = end.indexOf(slash)
  return cut < 0 ? Buffer.alloc(0) : end.subarray(cut + 1)
}

const typeBits: Readonly<Record<TarKind, number>> = {
  file: 0o100000,
  hard_link: 0o100000,
  folder: 0o040000,
  symlink: 0o120000,
  other: 0o010000,
}

function foundEntry(entry: TarEntry, path: Buffer): FoundFile {
  const { sizeBytes, userId, groupId, modifiedS, user, group } = entry
  return {
    name: path.subarray(path.lastIndexOf('/') + 1),
    attributes: {
      sizeBytes,
      userId,
      groupId,
      modifiedS,
      rawMode: typeBits[entry.kind] | entry.mode,
    },
    user: user === '' ? null : user,
    group: group === '' ? null : group,
    target: entry.kind === 'symlink' ? Buffer.from(entry.target) : null,
    targetKind: null,
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

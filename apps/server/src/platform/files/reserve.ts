import { statfs } from 'node:fs/promises'
import { Refused } from '@gridloom/contract/errors'
import type { Clock } from '../clock.ts'
import type { Files } from './files.ts'

/** A disk, in bytes. */
interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Reads the space of the disk that files are kept on. */
export type ReadSpace = () => Promise<DiskSpace>

const giB = 1024 ** 3
const askAgainMs = 1_000

/** What stays free for the database, letters and logs: a twentieth of the disk, 2 GiB at least and 20 GiB at most. Pure. */
export function reserveOf(totalBytes: number): number {
  return Math.min(Math.max(2 * giB, totalBytes / 20), 20 * giB)
}

/** The space of the disk under a folder, asked at most once a second. */
export function spaceOf(folder: string, clock: Pick<Clock, 'now'>): ReadSpace {
  let asked: { atMs: number; space: Promise<DiskSpace> } | undefined
  return () => {
    const atMs = clock.now().getTime()
    if (asked === undefined || Math.abs(atMs - asked.atMs) >= askAgainMs)
      asked = { atMs, space: readSpace(folder) }
    return asked.space
  }
}

async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/**
 * Refuses what would take the disk below its reserve, also in the middle of a file: whoever fills the disk of the
 * control plane would else stop everybody. @throws Refused `storage_full`
 */
async function refuseWhenFull(space: ReadSpace): Promise<void> {
  const { freeBytes, totalBytes } = await space()
  if (freeBytes < reserveOf(totalBytes)) throw new Refused('storage_full')
}

/** The same store, which takes nothing more while its disk is short. Reading and deleting go on. */
export function withReserve(files: Files, space: ReadSpace): Files {
  async function* whileThereIsSpace(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    for await (const piece of pieces) {
      await refuseWhenFull(space)
      yield piece
    }
  }
  return {
    ...files,
    async put(key, pieces, signal) {
      await refuseWhenFull(space)
      return files.put(key, whileThereIsSpace(pieces), signal)
    },
    async adopt(key, file, signal) {
      await refuseWhenFull(space)
      return files.adopt(key, file, signal)
    },
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  }
}

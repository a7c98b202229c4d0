import { statfs } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'

/** The space of a disk, in bytes. */
interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Reads the space of the disk that stores the files. */
export type ReadSpace = () => Promise<DiskSpace>

const giB = 1024 ** 3
const askAgainMs = 1_000

/**
 * Returns the space that stays free for the database, emails and logs: a twentieth of the disk, 2 GiB at least and 20
 * GiB at most. Pure.
 */
export function reserveOf(totalBytes: number): number {
  return Math.min(Math.max(2 * giB, totalBytes / 20), 20 * giB)
}

/** Returns a reader of the space of the disk under a folder, which reads at most once a second. */
export function diskSpaceReader(folder: string, clock: Pick<Clock, 'now'>): ReadSpace {
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

/** Keeps part of a disk free from uploads: a full disk would stop every user. */
export interface DiskReserve {
  /** Returns free and reserved bytes, and whether new files are accepted. */
  read(): Promise<DiskSpace & { readonly reserveBytes: number; readonly isKept: boolean }>
  /** @throws Refused `storage_full` where the disk is below its reserve */
  demand(): Promise<void>
  /** Passes on the pieces of a file that is being written; throws midway like {@link DiskReserve.demand}. */
  whileKept<T>(pieces: AsyncIterable<T> | Iterable<T>): AsyncIterable<T>
}

/** Creates the reserve of the disk with this space. */
export function diskReserve(space: ReadSpace): DiskReserve {
  async function read() {
    const { freeBytes, totalBytes } = await space()
    const reserveBytes = reserveOf(totalBytes)
    return { freeBytes, totalBytes, reserveBytes, isKept: freeBytes >= reserveBytes }
  }
  async function demand() {
    if (!(await read()).isKept) throw new Refused('storage_full')
  }
  return {
    read,
    demand,
    async *whileKept(pieces) {
      for await (const piece of pieces) {
        await demand()
        yield piece
      }
    },
  }
}

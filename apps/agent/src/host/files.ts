import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the text of a file, or `undefined` when there is none. Other errors are thrown. */
export async function readTextIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

/**
 * Writes a whole file so that a crash leaves either the old or the new one: a file beside it, flushed,
 * then renamed over it. `mode` applies from the first byte on.
 */
export async function writeWhole(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}.new`
  const file = await open(beside, 'w', mode)
  try {
    await file.chmod(mode)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

/** Returns the permission bits of a file, or `undefined` when there is none. */
export async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

/** Creates the folder where it is missing and returns whether this process may write in it. */
export async function canWriteIn(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    // @NOTE a probe: whatever the reason, the answer is that it cannot be written
    return false
  }
}

/** Returns size and free space, in decimal GB, of the filesystem that holds `path`. */
export async function spaceOf(path: string): Promise<{ totalGb: number; freeGb: number }> {
  const { bsize, blocks, bavail } = await statfs(path)
  return { totalGb: toGb(blocks * bsize), freeGb: toGb(bavail * bsize) }
}

export function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}

/** Rounds to decimal GB with one digit: smaller differences do not matter to users. */
export function toGb(bytes: number): number {
  return Math.round(bytes / 1e8) / 10
}

/** Returns whether a file operation failed in the system; network errors have a `syscall` only in their cause. */
export function isOfSystem(cause: unknown): cause is NodeJS.ErrnoException {
  return cause instanceof Error && 'syscall' in cause
}

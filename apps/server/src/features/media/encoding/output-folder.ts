import { chmod, lstat, mkdir, opendir } from 'node:fs/promises'
import path from 'node:path'

const entriesMax = 1_000

/** Makes the folder that a sandboxed program writes to. Its parent is closed to other users of this machine. */
export async function openOutput(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o777)
}

/** Returns the bytes that a program wrote to a folder; infinite where it made what none of ours makes. Never throws. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  let entries = 0
  try {
    for await (const entry of await opendir(folder)) {
      entries += 1
      if (entries > entriesMax || entry.isDirectory()) return Number.POSITIVE_INFINITY
      bytes += await sizeOf(path.join(folder, entry.name))
    }
    return bytes
  } catch {
    // It made its own folder unreadable.
    return Number.POSITIVE_INFINITY
  }
}

async function sizeOf(file: string): Promise<number> {
  // @NOTE the program may delete a file while it is looked at
  return (await lstat(file).catch(() => undefined))?.size ?? 0
}

/**
 * Whether a program that has ended wrote an ordinary file of its own: a link could lead to any file of this server, which
 * would then be published.
 */
export async function isOwnFile(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  return found?.isFile() === true && found.nlink === 1
}

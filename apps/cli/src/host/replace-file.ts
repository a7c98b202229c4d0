import { randomUUID } from 'node:crypto'
import { chmod, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const ownerOnly = 0o600

/**
 * Replaces the text of a file at once: a program that reads it finds the old or the new. Its permissions stay, and a link
 * to it; a new file is for its user alone.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  // @NOTE a file that does not exist yet is itself
  const place = await realpath(file).catch(() => file)
  const mode = await stat(place).then(
    (found) => found.mode & 0o777,
    () => ownerOnly,
  )
  const draft = `${place}.${randomUUID()}`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: ownerOnly, flush: true })
    await chmod(draft, mode)
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

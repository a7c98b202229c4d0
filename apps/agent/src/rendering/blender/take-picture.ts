import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

export interface TakenPicture {
  bytes: number
  sha256: string
}

export type NotTaken = 'missing' | 'too_large'

/**
 * Copies a picture out of a folder that strangers could write in: only a plain file that is no link, and never more
 * than the limit. The copy is whole or not there.
 */
export async function takePicture(
  from: string,
  to: string,
  bytesMax: number,
): Promise<TakenPicture | NotTaken> {
  await using source = await openPlain(from)
  if (source === undefined) return 'missing'
  const beside = `${to}.new`
  try {
    const taken = await copy(source, beside, bytesMax)
    if (typeof taken === 'object') await rename(beside, to)
    return taken
  } finally {
    await rm(beside, { force: true })
  }
}

/** A pipe or a device must not hold us up: nothing is waited for. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function openPlain(path: string): Promise<FileHandle | undefined> {
  // @NOTE whatever is in the way of opening it, there is no picture to take
  const file = await open(path, flags).catch(() => undefined)
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

async function copy(
  source: FileHandle,
  to: string,
  bytesMax: number,
): Promise<TakenPicture | NotTaken> {
  const hash = createHash('sha256')
  await using target = await open(to, 'w', 0o600)
  let bytes = 0
  for await (const chunk of source.createReadStream({ autoClose: false })) {
    bytes += chunk.length
    if (bytes > bytesMax) return 'too_large'
    hash.update(chunk)
    await target.write(chunk)
  }
  return bytes === 0 ? 'missing' : { bytes, sha256: hash.digest('hex') }
}

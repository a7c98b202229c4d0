import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'

export interface SavedPicture {
  bytes: number
  sha256: string
}

/**
 * Copies a picture of this many bytes from a pipe of an untrusted program; the pipe stays open for the next picture.
 * The file is complete or does not exist. Returns `undefined` if `bytes` is 0 or the pipe ended before.
 */
export async function takePicture(
  from: Readable,
  to: string,
  bytes: number,
): Promise<SavedPicture | undefined> {
  if (bytes === 0) return undefined
  const beside = `${to}.new`
  try {
    const sha256 = await copy(from, beside, bytes)
    if (sha256 === undefined) return undefined
    await rename(beside, to)
    return { bytes, sha256 }
  } finally {
    await rm(beside, { force: true })
  }
}

/** Returns the hash of the copied bytes; bytes beyond the announced number are dropped. */
async function copy(from: Readable, to: string, bytes: number): Promise<string | undefined> {
  const hash = createHash('sha256')
  await using target = await open(to, 'w', 0o600)
  let left = bytes
  for await (const received of bytesOf(from)) {
    const data = received.subarray(0, left)
    hash.update(data)
    await target.writeFile(data)
    left -= data.length
    if (left === 0) return hash.digest('hex')
  }
  return undefined
}

async function* bytesOf(pipe: Readable): AsyncGenerator<Buffer, void> {
  try {
    for await (const bytes of pipe.iterator({ destroyOnReturn: false })) yield bytes
  } catch (cause) {
    // @NOTE the writer has ended, and no more bytes come
    if (!isCutOff(cause)) throw cause
  }
}

function isCutOff(cause: unknown): boolean {
  return (
    cause instanceof Error && 'code' in cause && /PREMATURE_CLOSE|ECONNRESET/.test(`${cause.code}`)
  )
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileSource } from '@gridloom/blend/node'
import { FailedError, NotFoundError } from '../errors.ts'
import type { HostFiles } from './host.ts'
import { replaceFile } from './replace-file.ts'

/** The file system of this machine. */
export const filesHere: HostFiles = {
  async open(file) {
    try {
      const found = await stat(file)
      if (found.isDirectory()) throw new FailedError(`${file} is a folder, not a scene file.`)
      return await fileSource(file)
    } catch (error) {
      if (isMissing(error)) throw new NotFoundError(`File ${file} not found.`)
      throw error
    }
  },
  async size(file) {
    try {
      return (await stat(file)).size
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  replace: replaceFile,
  async save(file, pieces, signal) {
    await using draft = await writeDraft(file, pieces, signal)
    await rename(draft.path, file)
  },
  async saveNew(file, pieces, signal) {
    await using draft = await writeDraft(file, pieces, signal)
    try {
      // Unlike renaming, this fails where another program made the file meanwhile.
      await link(draft.path, file)
    } catch (error) {
      const isThere = await stat(file).then(
        () => true,
        () => false,
      )
      if (isThere) throw new FailedError(`${file} exists.`, { cause: error })
      // @NOTE some file systems, such as exFAT, have no hard links
      await rename(draft.path, file)
    }
  },
}

/** Writes a file beside another, under a name of its own, which is removed with what is still there at the end. */
async function writeDraft(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<AsyncDisposable & { path: string }> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}.part`
  const remove = () => rm(draft, { force: true })
  try {
    await pipeline(Readable.from(pieces), createWriteStream(draft, { flags: 'wx' }), { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { path: draft, [Symbol.asyncDispose]: remove }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

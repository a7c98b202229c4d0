import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
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
    await mkdir(path.dirname(file), { recursive: true })
    const draft = `${file}.part`
    try {
      await pipeline(Readable.from(pieces), createWriteStream(draft), { signal })
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  },
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

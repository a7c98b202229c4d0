import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { BundleError } from './bundle-error.ts'
import type { Runtime } from './runtimes.ts'

const run = promisify(execFile)
const fetchLimitMs = 300_000

/** Downloads the package of a runtime into an empty folder and returns the path of its archive. */
export type FetchRuntime = (
  runtime: Runtime,
  folder: string,
  signal: AbortSignal,
) => Promise<string>

/** Downloads from the registry that npm is configured with. @throws BundleError, and npm's own errors */
export const fetchWithNpm: FetchRuntime = async (runtime, folder, signal) => {
  const wanted = `${runtime.package}@${runtime.version}`
  const words = ['pack', wanted, '--pack-destination', folder, '--silent']
  await run('npm', words, { cwd: folder, timeout: fetchLimitMs, signal })
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new BundleError(`npm pack ${wanted} left no archive`)
  return path.join(folder, archive)
}

/** Whether a file matches the pinned integrity, in the format of W3C Subresource Integrity. */
export async function hasIntegrity(file: string, integrity: string): Promise<boolean> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}` === integrity
}

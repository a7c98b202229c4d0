import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Runtime } from './runtimes.ts'

const run = promisify(execFile)
const fetchLimitMs = 300_000

/** Puts the archive of a runtime's package into an empty folder and gives its path. */
export type FetchRuntime = (
  runtime: Runtime,
  folder: string,
  signal: AbortSignal,
) => Promise<string>

/** From whichever registry npm is set up to use on this machine. @throws Error when npm cannot */
export const fetchWithNpm: FetchRuntime = async (runtime, folder, signal) => {
  const wanted = `${runtime.package}@${runtime.version}`
  const words = ['pack', wanted, '--pack-destination', folder, '--silent']
  await run('npm', words, { cwd: folder, timeout: fetchLimitMs, signal })
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error(`npm pack ${wanted} left no archive`)
  return path.join(folder, archive)
}

/** Whether a file is what was pinned. Source of the form: W3C Subresource Integrity. */
export async function hasIntegrity(file: string, integrity: string): Promise<boolean> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}` === integrity
}

import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackPackages } from './debian-packages.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/**
 * Returns the path of Debian's `docker-registry`, unpacked and not installed, as its package would start a service.
 * `script/bootstrap --for-tests` downloads it; else the first test that needs it does.
 */
export async function registryProgram(): Promise<string> {
  const folder = path.join(cache, 'docker-registry')
  const program = path.join(folder, 'usr/bin/docker-registry')
  if (await isThere(program)) return program
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    await unpackPackages(draft, ['docker-registry'])
    // Another process may have been first.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw new Error('docker-registry is missing: script/bootstrap --for-tests', { cause })
  }
  return program
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

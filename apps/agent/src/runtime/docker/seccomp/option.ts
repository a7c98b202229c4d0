import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineApi } from '../engine-api.ts'
import { EngineVersion } from '../engine-shapes.ts'
import { isPodman } from '../probe.ts'
import { seccompProfile } from './profile.ts'

/**
 * The word of `SecurityOpt` that gives a container our profile. Docker takes the profile itself, Podman the path of
 * a file, which lies in a folder that only we may enter. Found out once; a failure is asked about again.
 */
export function createSeccompOption(api: EngineApi): () => Promise<string> {
  let found: Promise<string> | undefined
  return () => {
    found ??= findOption(api).catch((cause: unknown) => {
      found = undefined
      throw cause
    })
    return found
  }
}

async function findOption(api: EngineApi): Promise<string> {
  const version = EngineVersion.parse(await api.json({ method: 'GET', path: '/version' }))
  const profile = seccompProfile()
  if (!isPodman(version)) return `seccomp=${profile}`
  const path = join(await mkdtemp(join(tmpdir(), 'gridloom-seccomp-')), 'profile.json')
  await writeFile(path, profile, { mode: 0o600 })
  return `seccomp=${path}`
}

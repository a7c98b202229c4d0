import { join, resolve } from 'node:path'
import { writeWhole } from '../../../host/files.ts'
import type { EngineApi } from '../engine-api.ts'
import { EngineVersion } from '../engine-shapes.ts'
import { isPodman } from '../probe.ts'
import { seccompProfile } from './profile.ts'

/**
 * The word of `SecurityOpt` that gives a container our profile. Docker takes the profile itself, Podman the path of
 * a file, which lies in the agent's own folder: the `/tmp` of a service is often private, and nothing that Podman's
 * sees. Found out once; a failure is asked about again.
 */
export function createSeccompOption(api: EngineApi, dataDir: string): () => Promise<string> {
  let found: Promise<string> | undefined
  return () => {
    found ??= findOption(api, dataDir).catch((cause: unknown) => {
      found = undefined
      throw cause
    })
    return found
  }
}

async function findOption(api: EngineApi, dataDir: string): Promise<string> {
  const version = EngineVersion.parse(await api.json({ method: 'GET', path: '/version' }))
  const profile = seccompProfile()
  if (!isPodman(version)) return `seccomp=${profile}`
  const path = join(resolve(dataDir), 'seccomp.json')
  await writeWhole(path, profile, 0o600)
  return `seccomp=${path}`
}

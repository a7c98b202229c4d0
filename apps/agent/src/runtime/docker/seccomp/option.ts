import { join, resolve } from 'node:path'
import { writeWhole } from '../../../host/files.ts'
import type { EngineApi } from '../engine-api.ts'
import { EngineVersion } from '../engine-shapes.ts'
import { isPodman } from '../probe.ts'
import { seccompProfile } from './profile.ts'

/**
 * Returns a function for the `SecurityOpt` entry that gives a container our profile. Docker takes the profile itself,
 * Podman the path of a file, which is in the agent's own folder: the `/tmp` of a service is often private, so that
 * Podman's service could not see it. Determined once; after a failure it is determined again.
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

import { join } from 'node:path'
import { readTextIfThere } from '../host/files.ts'
import { readIdentity, requireSafeServer } from '../identity/membership.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import type { WorkloadPlace } from '../workload.ts'
import { createToolbox, type Toolbox } from './toolbox.ts'

/** The toolbox of this machine, from the server that it is enrolled at. */
export function createOwnToolbox(
  runtime: ContainerRuntime,
  { dataDir, clock, random, log }: Pick<WorkloadPlace, 'dataDir' | 'clock' | 'random' | 'log'>,
): Toolbox {
  return createToolbox({
    ...{ runtime, dataDir, clock, random },
    readSource: () => readSource(dataDir),
    onUpdate: (version) =>
      log.info({ event: 'toolbox.updated', version }, 'new instances get this toolbox'),
    onFailure: (cause) =>
      log.warn({ event: 'toolbox.failed', err: cause }, 'the toolbox could not be fetched'),
  })
}

async function readSource(dataDir: string) {
  const identity = await readIdentity(dataDir)
  if (identity === undefined) return undefined
  requireSafeServer(identity.membership)
  const publicKey = await readTextIfThere(join(dataDir, 'server-key.pem'))
  return { serverUrl: identity.membership.server_url, publicKey }
}

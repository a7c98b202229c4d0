import type { ServiceParts } from '../../platform/feature.ts'
import type { EdgeState } from './ctx.ts'
import { readHostKey } from './host-key.ts'

declare module '../../platform/feature.ts' {
  interface ServiceOptions {
    /** Whether an edge process runs; on by default. */
    readonly edge?: 'on' | 'off'
  }
}

/** Reads what the edge is started with. */
export async function createEdgeState({
  config,
  options,
}: Pick<ServiceParts, 'config' | 'options'>): Promise<EdgeState> {
  const { ssh, dataFolder, logLevel } = config
  const basics = { logLevel, sshPort: null }
  if (options.edge === 'off' || ssh === undefined) return { ...basics, options: null, hostKey: null }
  const hostKey = await readHostKey(dataFolder)
  return { ...basics, hostKey, options: { ssh: { ...ssh, hostKey: hostKey.privateKey } } }
}

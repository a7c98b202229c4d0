import type { Config } from '../../config.ts'
import type { AppsOptions } from '../../edge/calls.ts'
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
  const off = { logLevel, sshPort: null, hostKey: null, options: null }
  const apps = appsOptionsOf(config)
  if (options.edge === 'off' || (ssh === undefined && apps === null)) return off
  if (ssh === undefined) return { ...off, options: { ssh: null, apps } }
  const hostKey = await readHostKey(dataFolder)
  return { ...off, hostKey, options: { ssh: { ...ssh, hostKey: hostKey.privateKey }, apps } }
}

function appsOptionsOf({ apps, host, publicUrl, trustProxy }: Config): AppsOptions | null {
  if (apps === undefined) return null
  const { domain, scheme, listenPort: port } = apps
  // The console passes local requests on, and names their visitor.
  const proxies = trustProxy + (domain === 'localhost' ? 1 : 0)
  return { host, port, domain, scheme, consoleUrl: publicUrl, trustProxy: proxies }
}

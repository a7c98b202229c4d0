import path from 'node:path'
import type { Config } from '../../config.ts'
import type { AppsOptions } from '../../edge/calls.ts'
import type { ServiceParts } from '../../platform/feature.ts'
import { readSshKeyFile } from '../../platform/ssh-key-file.ts'
import type { SshCtx } from '../ssh/index.ts'
import type { EdgeState } from './ctx.ts'

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
  sshAuthority,
}: Pick<ServiceParts, 'config' | 'options'> & Pick<SshCtx, 'sshAuthority'>): Promise<EdgeState> {
  const { ssh, dataFolder, logLevel } = config
  const off = { logLevel, sshPort: null, hostKey: null, options: null }
  const apps = appsOptionsOf(config)
  const tcp = config.tcpRange === undefined ? null : { host: config.host }
  const isUsed = ssh !== undefined || apps !== null || tcp !== null
  if (options.edge === 'off' || !isUsed) return off
  if (ssh === undefined) return { ...off, options: { ssh: null, apps, tcp } }
  const hostKey = await readSshKeyFile(path.join(dataFolder, 'ssh-host-ed25519-key.pem'))
  const keys = { hostKey: hostKey.privateKey, userAuthority: sshAuthority.publicKey }
  return { ...off, hostKey, options: { ssh: { ...ssh, ...keys }, apps, tcp } }
}

function appsOptionsOf({ apps, host, publicUrl, trustProxy }: Config): AppsOptions | null {
  if (apps === undefined) return null
  const { domain, scheme, listenPort: port } = apps
  // The console passes local requests on, and names their visitor.
  const proxies = trustProxy + (domain === 'localhost' ? 1 : 0)
  return { host, port, domain, scheme, consoleUrl: publicUrl, trustProxy: proxies }
}

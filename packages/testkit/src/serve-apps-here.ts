import type { Container } from '@gridloom/server/container'
import { createAppsServer } from '@gridloom/server/edge/apps/create-apps-server'
import { portAccessControl, portDial } from '@gridloom/server/features/ports/index'

/** A running apps server. */
export interface RunningApps extends AsyncDisposable {
  readonly port: number
}

/**
 * Serves port addresses from this process, where the product's edge serves them from one of its own. `undefined` where the configuration leaves no domain for addresses.
 */
export async function serveAppsHere(
  { config, clock, log, ids, system }: Container,
  at: { host: string; port: number },
): Promise<RunningApps | undefined> {
  const { apps } = config
  if (apps === undefined) return undefined
  const isLocal = apps.domain === 'localhost'
  const server = createAppsServer({
    ...{ clock, log, newSecret: () => ids.secret() },
    access: portAccessControl(system),
    dial: portDial(system),
    config: {
      domain: apps.domain,
      scheme: apps.scheme,
      consoleUrl: config.publicUrl,
      // The console passes local requests on, and names their visitor.
      trustProxy: config.trustProxy + (isLocal ? 1 : 0),
    },
  })
  const port = await server.listen(at)
  const withdraw = system.portAddresses.serveAt({ host: at.host, port })
  return {
    port,
    async [Symbol.asyncDispose]() {
      withdraw()
      await server[Symbol.asyncDispose]()
    },
  }
}

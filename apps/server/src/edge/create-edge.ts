import type { Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import { systemIds } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { EdgeOptions } from './calls.ts'
import { createClusterNetworks } from './clusters/create-cluster-networks.ts'
import { createMachines } from './machines.ts'
import { type Channel, serveEdge } from './rpc.ts'
import { createSshServer, type SshServer } from './ssh/create-ssh-server.ts'
import { type RunningApps, startApps } from './start-apps.ts'
import { type RunningTcp, startTcp } from './start-tcp.ts'

/** The edge: it carries the bytes between users and instances, so that the control plane does not. */
export interface Edge extends AsyncDisposable {
  /** Takes a connection of a machine that was asked for. */
  takeMachine(request: string, socket: Socket): void
}

interface EdgeParts {
  channel: Channel
  clock: Clock
  log: Log
}

/** Creates an edge, which serves nothing until the control plane starts it over the channel. */
export function createEdge({ channel, clock, log }: EdgeParts): Edge {
  const ids = systemIds(() => clock.now())
  let ssh: SshServer | undefined
  let apps: RunningApps | undefined
  let tcp: RunningTcp | undefined
  const control = serveEdge(channel, {
    start: async (options) => {
      if (options.tcp !== null) tcp = startTcp(options.tcp, parts)
      ;[ssh, apps] = await Promise.all([startSsh(options), startAppsServer(options)])
      return { sshPort: ssh?.port ?? null, appsPort: apps?.port ?? null }
    },
    connectClusters: async (networks) => clusters.connect(networks),
    accessChanged: async (change) => apps?.accessChanged(change),
    tcpPortsChanged: async (change) => tcp?.changed(change),
    endLogins: async (logins, why) => ssh?.endLogins(logins, why),
  })
  const machines = createMachines({ clock, connect: control.connectMachine })
  const parts = { control, machines, clock, ids, log }
  const clusters = createClusterNetworks({ machines, clock })

  async function startSsh({ ssh: options }: EdgeOptions): Promise<SshServer | undefined> {
    if (options === null) return undefined
    const starting = createSshServer({ ...options, ...parts })
    return starting.catch((error: unknown) => {
      log.error({ event: 'ssh.start_failed', err: error }, 'the SSH gateway could not be started')
      return undefined
    })
  }

  async function startAppsServer({ apps: options }: EdgeOptions): Promise<RunningApps | undefined> {
    if (options === null) return undefined
    return startApps(options, parts).catch((error: unknown) => {
      log.error({ event: 'apps.start_failed', err: error }, 'the apps server could not be started')
      return undefined
    })
  }

  return {
    takeMachine: machines.take,
    async [Symbol.asyncDispose]() {
      await Promise.all([ssh, apps, tcp].map((part) => part?.[Symbol.asyncDispose]()))
      clusters[Symbol.dispose]()
      machines[Symbol.dispose]()
    },
  }
}

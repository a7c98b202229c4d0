import type { Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import { systemIds } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { EdgeAddresses, EdgeOptions } from './calls.ts'
import { createMachines } from './machines.ts'
import { type Channel, serveEdge } from './rpc.ts'
import { createSshServer, type SshServer } from './ssh/create-ssh-server.ts'

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
  const control = serveEdge(channel, {
    start: async (options) => {
      ssh = await startSsh(options)
      return addresses()
    },
    endLogins: async (logins, why) => ssh?.endLogins(logins, why),
  })
  const machines = createMachines({ clock, connect: control.connectMachine })

  async function startSsh({ ssh: options }: EdgeOptions): Promise<SshServer | undefined> {
    if (options === null) return undefined
    const starting = createSshServer({ ...options, control, machines, clock, ids, log })
    return starting.catch((error: unknown) => {
      log.error({ event: 'ssh.start_failed', err: error }, 'the SSH gateway could not be started')
      return undefined
    })
  }

  function addresses(): EdgeAddresses {
    return { sshPort: ssh?.port ?? null }
  }

  return {
    takeMachine: machines.take,
    async [Symbol.asyncDispose]() {
      await ssh?.[Symbol.asyncDispose]()
      machines[Symbol.dispose]()
    },
  }
}

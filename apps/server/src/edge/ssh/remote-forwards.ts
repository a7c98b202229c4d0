import type { ServerChannel } from 'ssh2'
import { type InsideListener, listenInside } from './listen-inside.ts'
import type { SshUser } from './ssh-user.ts'

/** What `ssh -R` asks for: a port, or a Unix socket, of the instance. */
interface RemoteForwardRequest {
  name: string
  info: { bindAddr?: string; bindPort?: number; socketPath?: string }
  accept: ((port?: number) => void) | undefined
  reject: (() => void) | undefined
}

/** Serves `ssh -R` of one client: its listeners inside the instance. */
export interface RemoteForwards {
  /** Answers a request, after all earlier ones: a client takes answers in the order of its requests. */
  take(request: RemoteForwardRequest): Promise<void>
  /** Resolves when what the client has asked for so far is answered. */
  answered(): Promise<void>
}

export function createRemoteForwards(user: SshUser): RemoteForwards {
  const listeners = new Map<string, InsideListener>()
  let last: Promise<void> = Promise.resolve()

  async function listen({ info }: RemoteForwardRequest): Promise<number | undefined> {
    if (info.socketPath !== undefined) {
      const path = info.socketPath
      const listener = await listenInside(user, { kind: 'unix', path }, () =>
        channelToSocket(user, path),
      )
      listeners.set(path, listener)
      return undefined
    }
    const { bindAddr = '', bindPort = 0 } = info
    const address = isLocal(bindAddr) ? 'localhost' : '*'
    const open = () => channelToPort(user, bindAddr, listener.port ?? bindPort)
    const listener: InsideListener = await listenInside(
      user,
      { kind: 'tcp', address, port: bindPort },
      open,
    )
    listeners.set(`${bindAddr}:${listener.port}`, listener)
    return listener.port ?? undefined
  }

  function cancel({ info }: RemoteForwardRequest): void {
    const key = info.socketPath ?? `${info.bindAddr}:${info.bindPort}`
    const listener = listeners.get(key)
    if (listener === undefined) throw new Error('no such listener')
    listeners.delete(key)
    listener.close()
  }

  async function answer(request: RemoteForwardRequest): Promise<void> {
    try {
      const port = request.name.startsWith('cancel-') ? void cancel(request) : await listen(request)
      request.accept?.(port)
    } catch {
      request.reject?.()
    }
  }

  return {
    take(request) {
      last = last.then(() => answer(request))
      return last
    },
    answered: () => last,
  }
}

/** As OpenSSH reads the address without `GatewayPorts`, but for `*`, which an instance may serve to its own network. */
function isLocal(address: string): boolean {
  return !['*', '0.0.0.0', '::'].includes(address)
}

function channelToPort(user: SshUser, address: string, port: number): Promise<ServerChannel> {
  return new Promise((resolve, reject) => {
    user.client.forwardOut(address, port, '127.0.0.1', 0, (error, channel) => {
      if (error === undefined) resolve(channel)
      else reject(error)
    })
  })
}

function channelToSocket(user: SshUser, path: string): Promise<ServerChannel> {
  return new Promise((resolve, reject) => {
    user.client.openssh_forwardOutStreamLocal(path, (error, channel) => {
      if (error === undefined) resolve(channel)
      else reject(error)
    })
  })
}

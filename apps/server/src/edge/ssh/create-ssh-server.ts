import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import ssh2, { type Connection as SshClient } from 'ssh2'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { ControlPlaneCalls, SshLogin, SshOptions } from '../calls.ts'
import type { Machines } from '../machines.ts'
import { algorithms } from './algorithms.ts'
import { authenticate } from './authenticate.ts'
import { createConnectionLimits, type Entered } from './connection-limits.ts'
import { socketOf } from './internals.ts'
import { type UserAuthority, userAuthority } from './presented-key.ts'
import { readInTurns } from './read-in-turns.ts'
import { serveUser } from './serve-user.ts'
import { createSshUser, type SshUser } from './ssh-user.ts'

/** The SSH gateway. */
export interface SshServer extends AsyncDisposable {
  readonly port: number
  /** Ends connections with a sentence to each user. */
  endLogins(logins: readonly string[], why: string): void
}

interface SshServerOptions extends SshOptions {
  control: ControlPlaneCalls
  machines: Machines
  clock: Clock
  ids: Ids
  log: Log
}

/** Time to authenticate; a user may have to type the passphrase of their key. */
const signInMs = 60_000
const keepaliveMs = 30_000
const keepaliveCountMax = 4
/** How long clients may take to read why their connection ends. */
const farewellMs = 1_000

/** Starts the SSH gateway. @throws when the port is taken */
export async function createSshServer(options: SshServerOptions): Promise<SshServer> {
  const { host, hostKey, clock, log } = options
  const limits = createConnectionLimits(clock)
  const users = new Map<string, SshUser>()
  const entries = new WeakMap<Socket, Entered>()
  const sockets = new Set<Socket>()
  const authority = userAuthority(options.userAuthority)
  const ssh = new ssh2.Server({
    hostKeys: [hostKey],
    algorithms,
    ident: 'gridloom',
    keepaliveInterval: keepaliveMs,
    keepaliveCountMax,
  })
  // In front of ssh2, which knows no limits before a client has spoken.
  const listener = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    const entered = limits.enter(socket.remoteAddress ?? '')
    if (entered === undefined) return void socket.destroy()
    entries.set(socket, entered)
    sockets.add(socket)
    const cancel = clock.after(signInMs, () => {
      if (!entered.isAuthenticated()) socket.destroy()
    })
    socket.once('close', () => {
      cancel()
      sockets.delete(socket)
      entered.leave()
    })
    ssh.injectSocket(socket)
    readInTurns(socket)
  })
  ssh.on('connection', (client) => {
    const entered = entries.get(socketOf(client))
    if (entered === undefined) client.end()
    else welcome(client, entered, { ...options, users, authority })
  })
  await listenOn(listener, options.port, host)
  const address = listener.address()
  log.info({ event: 'ssh.started', address }, 'the SSH gateway listens')
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    endLogins(logins, why) {
      for (const login of logins) users.get(login)?.end(why)
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => listener.close(resolve))
      for (const user of users.values())
        user.end('The server is stopping. Connect again in a moment.')
      const cancel = clock.after(farewellMs, () => {
        for (const socket of sockets) socket.destroy()
      })
      await closed
      cancel()
    },
  }
}

/** Authenticates a client and serves it. */
function welcome(
  client: SshClient,
  entered: Entered,
  {
    control,
    machines,
    clock,
    ids,
    users,
    authority,
  }: SshServerOptions & { users: Map<string, SshUser>; authority: UserAuthority },
): void {
  const closed = new AbortController()
  client.on('error', () => {})
  client.once('close', () => closed.abort())
  const accepted = (login: SshLogin) => {
    const user = createSshUser({
      ...{ client, login, ids, signal: closed.signal },
      ...{ machines, control, clock },
    })
    const forget = () => {
      users.delete(login.login)
      control.endSshLogin(login.login, user.traffic).catch(() => {})
    }
    if (closed.signal.aborted) return forget()
    closed.signal.addEventListener('abort', forget, { once: true })
    users.set(login.login, user)
    client.once('ready', () => {
      if (entered.authenticated(login.accountId)) serveUser(user)
      else user.end('Too many SSH connections of this account are open.')
    })
  }
  authenticate({
    client,
    address: socketOf(client).remoteAddress ?? '',
    control,
    entered,
    clock,
    authority,
    accepted,
  })
}

function listenOn(listener: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen({ port, host }, () => {
      listener.off('error', reject)
      resolve()
    })
  })
}

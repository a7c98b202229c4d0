import type { Duplex } from 'node:stream'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { type SessionProgram, sessionCalls } from '@gridloom/contract/agent/session-calls'
import type { ServerChannel, SocketRequestInfo, TcpipRequestInfo } from 'ssh2'
import { duplexTo } from '../../platform/agent-link/stream-calls.ts'
import { joinChannel, joinFramed } from './join-channel.ts'
import type { SshUser } from './ssh-user.ts'

/** A channel that a client wants to open. */
export interface ChannelOffer {
  accept(): ServerChannel
  reject(): void
}

const loopback = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Serves `ssh -L`, `-D` and `-W`: a connection to a port of the instance itself, or one that is opened inside the
 * instance, and so reaches what its own programs reach.
 */
export async function forwardTcp(
  user: SshUser,
  { destIP: host, destPort: port }: TcpipRequestInfo,
  offer: ChannelOffer,
): Promise<void> {
  if (isServerOf(user, { host, port })) return connectToServer(user, offer)
  if (!loopback.has(host.toLowerCase()))
    return connectInside(user, { kind: 'tcp', host, port }, offer)
  const stream = await dialFromOutside(user, port)
  // Servers of editors and notebooks listen for programs of their own computer alone.
  if (stream === undefined) return connectInside(user, { kind: 'tcp', host, port }, offer)
  await joinChannel(user, offer.accept(), stream)
}

/** Connects to a port on the instance's own address, which starts no program; `undefined` where nothing answers. */
async function dialFromOutside(user: SshUser, port: number): Promise<Duplex | undefined> {
  try {
    const { signal } = user
    const params = { id: user.login.instanceId, port }
    const wire = await user.reach('forwards')
    return (await duplexTo(wire, instanceCalls.port, { params, signal })).stream
  } catch {
    // @NOTE the attempt from inside meets the same error, and rejects the channel
    return undefined
  }
}

const sshPort = 22

/** Whether `ssh -J` asks for the SSH server inside, by the name or the id of the instance; clients write both small. */
function isServerOf({ login }: SshUser, { host, port }: { host: string; port: number }): boolean {
  const names = [login.label, login.instanceId].map((name) => name.toLowerCase())
  return port === sshPort && names.includes(host.toLowerCase())
}

/** Connects to the SSH server inside the instance: the bytes can be read there alone. */
async function connectToServer(user: SshUser, offer: ChannelOffer): Promise<void> {
  try {
    const keys = await user.serverKeys()
    await connectInside(user, { kind: 'ssh_server', authorized_keys: [...keys] }, offer)
  } catch {
    // @NOTE the control plane did not answer
    offer.reject()
  }
}

/** Serves `ssh -L` to a Unix socket of the instance. */
export function forwardToSocket(
  user: SshUser,
  { socketPath: path }: SocketRequestInfo,
  offer: ChannelOffer,
): Promise<void> {
  return connectInside(user, { kind: 'unix_socket', path }, offer)
}

async function connectInside(
  user: SshUser,
  program: SessionProgram,
  offer: ChannelOffer,
): Promise<void> {
  try {
    const { signal } = user
    const params = { id: user.login.instanceId, session: user.ids.mint('instanceSession') }
    const wire = await user.reach('forwards')
    const body = { program }
    const { stream } = await duplexTo(wire, sessionCalls.open, { params, body, signal })
    await joinFramed(user, offer.accept(), stream)
  } catch {
    offer.reject()
  }
}

import { createServer, type Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import type { Dial } from '../apps/apps-config.ts'
import type { TcpCounts } from './connection-counts.ts'
import { joinSockets } from './join-sockets.ts'
import { allowing } from './networks.ts'
import type { TcpAssignment } from './tcp-control.ts'

/** The listening socket of one public TCP port, and its connections. */
export interface TcpListener {
  assignment(): TcpAssignment
  /** Takes a new assignment of the port: connections that it does not allow end. */
  update(assignment: TcpAssignment): void
  connections(): number
  /** Ends all connections, and frees the port. */
  close(): Promise<void>
}

interface TcpListenerOptions {
  readonly assignment: TcpAssignment
  readonly host: string
  readonly dial: Dial
  readonly counts: TcpCounts
  readonly clock: Clock
  /** Called at each connection that is carried. */
  readonly used: (assignment: TcpAssignment) => void
}

/** For the machine to dial, and the instance to accept. */
const connectMs = 10_000
/** Of TCP, so that connections whose other side has vanished end some day. */
const probeAfterMs = 30_000

/** Listens on an assigned port. @throws when the port is taken */
export async function openTcpListener(options: TcpListenerOptions): Promise<TcpListener> {
  const { host, dial, counts, clock } = options
  const open = new Set<Socket>()
  const life = new AbortController()
  let { assignment } = options
  let isAllowed = allowing(assignment.allowed)

  const admits = ({ remoteAddress = '' }: Socket) => assignment.isServed && isAllowed(remoteAddress)

  async function carry(socket: Socket): Promise<void> {
    const target = assignment
    const leave = counts.enter(target, socket.remoteAddress ?? '')
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    try {
      const limit = { ms: connectMs, signal: life.signal }
      const stream = await withDeadline(clock, limit, (signal) => dial(target, signal))
      if (socket.destroyed) {
        stream.destroy()
        throw new Error('the connection ended before')
      }
      options.used(target)
      joinSockets({ socket, stream, clock }, leave)
    } catch (cause) {
      leave()
      throw cause
    }
  }

  const server = createServer(
    {
      allowHalfOpen: true,
      // Nothing is read before the instance has accepted.
      pauseOnConnect: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: probeAfterMs,
    },
    (socket) => {
      socket.on('error', () => {})
      if (!admits(socket)) return void socket.resetAndDestroy()
      // @NOTE to the client, a port that refuses, a machine that is away and a limit are one: a reset.
      carry(socket).catch(() => socket.resetAndDestroy())
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port: assignment.tcpPort }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    assignment: () => assignment,
    update(next) {
      const isMoved = next.machineId !== assignment.machineId || !isSamePort(next, assignment)
      assignment = next
      isAllowed = allowing(next.allowed)
      for (const socket of open) if (isMoved || !admits(socket)) socket.resetAndDestroy()
    },
    connections: () => open.size,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      life.abort()
      for (const socket of open) socket.resetAndDestroy()
      await closed
    },
  }
}

function isSamePort(one: TcpAssignment, other: TcpAssignment): boolean {
  return one.instanceId === other.instanceId && one.port === other.port
}

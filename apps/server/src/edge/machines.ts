import type { Socket } from 'node:net'
import type { Clock } from '@gridloom/async/clock'
import type { MachineId } from '@gridloom/contract/core/ids'
import { type ErrorCode, Refused } from '@gridloom/contract/errors'
import { streamsMax } from '../platform/agent-link/bounds.ts'
import { type Connection, openConnection, type Windows } from '../platform/agent-link/connection.ts'
import { acceptUpgrade } from '../platform/agent-link/upgrade.ts'

/**
 * What a stream carries. Each kind has a connection of its own, as whatever already waits in the socket's buffer of a
 * transfer would delay each keystroke.
 */
export type Lane = 'terminals' | 'forwards' | 'transfers' | 'apps' | 'tcp' | 'clusters'

/** The edge's connections to machines. */
export interface Machines {
  /**
   * Returns an open connection, after asking the machine to dial if there is none. Streams opened on it keep it; a
   * machine closes one that is idle for a minute.
   * @throws {Refused} `machine_offline`, `upstream_failed`
   */
  reach(machineId: MachineId, lane: Lane): Promise<Connection>
  /** Takes a socket that was asked for; an unknown one is destroyed. */
  take(request: string, socket: Socket): void
  [Symbol.dispose](): void
}

interface MachinesOptions {
  clock: Clock
  /** Asks the control plane for a socket, which arrives at `take` with this request's name. */
  connect(machineId: MachineId, request: string): Promise<ErrorCode | null>
}

const mib = 1024 * 1024
/** A transfer reaches this by its window alone, up to the widest one. */
const transferBytesPerS = 80 * mib
const streamWindowBytesMax = 8 * mib

/**
 * Those of a near machine. What is sent at once, half a window, is read in one turn of the event loop, and with 8 MiB a
 * keystroke beside a download waited 10 ms for that.
 */
const bulkWindows: Windows = {
  streamWindowBytes: mib,
  sessionWindowBytes: 64 * mib,
  // No limit in effect: Node 24.21 never takes off what was unsent when a stream was cancelled, and then refuses every
  // new stream. What waits is bounded by the pace of carryOutput and carryInput.
  memoryMbMax: 1024 * 1024,
}

/** Gives the streams of a far machine the window that its distance needs: 80 MiB/s at a round trip of 100 ms. */
async function widen({ session, roundTripMs }: Connection): Promise<void> {
  const needed = Math.ceil((transferBytesPerS * (await roundTripMs())) / 1_000)
  if (needed <= bulkWindows.streamWindowBytes || session.destroyed) return
  session.settings({ initialWindowSize: Math.min(needed, streamWindowBytesMax) })
}

/** Ports of instances have many streams at once, which one connection does not hold. A machine dials at most 8. */
const connectionsMax: Readonly<Record<Lane, number>> = {
  terminals: 1,
  forwards: 1,
  transfers: 1,
  apps: 2,
  tcp: 2,
  clusters: 1,
}
/** Streams for which the next connection is used, before the last ones of this one are all taken. */
const crowdedStreams = streamsMax - 64

export function createMachines({ clock, connect }: MachinesOptions): Machines {
  const connections = new Map<string, Promise<Connection>>()
  const requests = new Map<string, (socket: Socket) => void>()
  let requestsMade = 0

  async function dialled(machineId: MachineId, lane: Lane): Promise<Connection> {
    requestsMade += 1
    const request = String(requestsMade)
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    requests.set(request, resolve)
    try {
      // Its answer and the socket come by the same channel, the socket first.
      connect(machineId, request).then((code) => {
        if (code !== null) reject(new Refused(code))
      }, reject)
      const socket = await promise
      await acceptUpgrade(socket, Buffer.alloc(0))
      const connection = openConnection({
        ...{ machineId, connectionId: request, socket, clock },
        windows: bulkWindows,
        onFlood: () => {},
      })
      // Each of many TCP connections may have a client that does not read, and then a window of bytes waits here.
      // @NOTE a connection that ends meanwhile needs none
      if (lane !== 'tcp') widen(connection).catch(() => {})
      return connection
    } finally {
      requests.delete(request)
    }
  }

  function connectionTo(key: string, machineId: MachineId, lane: Lane): Promise<Connection> {
    const connecting = dialled(machineId, lane)
    const forget = () => {
      if (connections.get(key) === connecting) connections.delete(key)
    }
    connections.set(key, connecting)
    connecting.then(({ ended }) => ended.addEventListener('abort', forget), forget)
    return connecting
  }

  async function one(machineId: MachineId, lane: Lane, at: number): Promise<Connection> {
    const key = `${machineId} ${lane} ${at}`
    const before = connections.get(key)
    const known = await before?.catch(() => undefined)
    if (known !== undefined && !isClosing(known)) return known
    // Another caller may have begun to connect meanwhile.
    const now = connections.get(key)
    return now === undefined || now === before ? connectionTo(key, machineId, lane) : now
  }

  return {
    async reach(machineId, lane) {
      const last = connectionsMax[lane] - 1
      for (let at = 0; at < last; at++) {
        const connection = await one(machineId, lane, at)
        if (connection.meter.streams < crowdedStreams) return connection
      }
      return one(machineId, lane, last)
    },
    take(request, socket) {
      const resolve = requests.get(request)
      if (resolve === undefined) socket.destroy()
      else resolve(socket)
    },
    [Symbol.dispose]() {
      for (const connecting of connections.values())
        connecting.then(({ close }) => close('the edge is stopping')).catch(() => {})
    },
  }
}

/** A machine that closes an idle connection first says that it takes no new streams. */
function isClosing({ session, ended }: Connection): boolean {
  return ended.aborted || session.closed || session.destroyed
}

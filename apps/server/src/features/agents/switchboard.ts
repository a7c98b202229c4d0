import type { Duplex } from 'node:stream'
import { AgentMessage, agentPaths } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/ids'
import { transact } from '../../platform/database/connect.ts'
import { type Connection, openConnection } from './connection.ts'
import type { AgentEvent, AgentListener, GatewayOptions, GoneListener } from './listening.ts'
import { confirmPresence, putPresence, removePresence } from './presence-store.ts'
import { linesFrom } from './stream-calls.ts'

/** Every connection of this replica, with who listens to them. */
export interface Switchboard {
  find(machineId: MachineId): Connection | undefined
  take(machineId: MachineId, socket: Duplex): void
  subscribe(listener: AgentListener): () => void
  onGone(listener: GoneListener): () => void
  [Symbol.asyncDispose](): Promise<void>
}

interface Seat {
  connection: Connection
  /** Resolves when its last message has been heard and its end told; never rejects. */
  over: Promise<void>
}

/** Other replicas' newer connections and revoked keys are noticed within this. */
const confirmEveryMs = 10_000

/**
 * Newest wins: a machine that connects again (after a network change, say) replaces its older connection at
 * once, here by the map and on other replicas by the presence row, which each replica confirms every 10 s.
 * The newer one's messages are heard only after the older one's last, so a listener sees one at a time.
 */
export function createSwitchboard({ db, clock, ids, log }: GatewayOptions): Switchboard {
  const replica = ids.secret()
  const seats = new Map<MachineId, Seat>()
  /** Connections whose presence is written. */
  const present = new Set<string>()
  const serving = new Set<Promise<void>>()
  const listeners = new Set<AgentListener>()
  const goneListeners = new Set<GoneListener>()
  const stop = new AbortController()

  function take(machineId: MachineId, socket: Duplex): void {
    const connection = openConnection({ machineId, connectionId: ids.secret(), socket, clock })
    if (stop.signal.aborted) connection.close('the server is stopping')
    const previous = seats.get(machineId)
    previous?.connection.close('a newer connection took its place')
    const over = serve(connection, previous?.over ?? Promise.resolve())
    seats.set(machineId, { connection, over })
    serving.add(over)
    void over.then(() => serving.delete(over))
  }

  async function serve(connection: Connection, after: Promise<void>): Promise<void> {
    const { machineId, connectionId, ended } = connection
    try {
      await transact(db, (tx) => putPresence(tx, { machineId, replica, connectionId }, clock.now()))
      present.add(connectionId)
      await after
      log.info({ machineId }, 'a machine connected')
      await hear(connection)
      connection.close('its report stream ended')
    } catch (error) {
      connection.close(textOf(error))
    }
    log.info({ machineId, why: textOf(ended.reason) }, 'the connection of a machine ended')
    await leave(connection)
  }

  async function hear(connection: Connection): Promise<void> {
    const { machineId, connectionId, ended } = connection
    const reports = linesFrom(connection, {
      method: 'GET',
      path: agentPaths.reports,
      schema: AgentMessage,
      signal: ended,
    })
    for await (const message of reports) {
      await deliver({ machineId, connectionId, receivedAt: clock.now(), message })
    }
  }

  async function deliver(event: AgentEvent): Promise<void> {
    for (const listener of listeners) {
      await listener(event).catch((error: unknown) => {
        const { machineId, message } = event
        log.error({ err: error, machineId, kind: message.kind }, 'a report could not be taken in')
      })
    }
  }

  async function leave({ machineId, connectionId }: Connection): Promise<void> {
    present.delete(connectionId)
    const newest = seats.get(machineId)?.connection.connectionId === connectionId
    if (newest) seats.delete(machineId)
    const removed = transact(db, (tx) => removePresence(tx, connectionId))
    // @NOTE a presence that stays behind is replaced by the machine's next connection.
    await removed.catch((error: unknown) => log.warn({ err: error }, 'a presence stays behind'))
    if (!newest) return
    for (const listener of goneListeners) {
      await listener(machineId).catch((error: unknown) =>
        log.error({ err: error, machineId }, 'the end of a connection could not be taken in'),
      )
    }
  }

  async function confirm(): Promise<void> {
    const before = [...seats.values()].filter((seat) => present.has(seat.connection.connectionId))
    if (before.length === 0) return
    const standing = await transact(db, (tx) => confirmPresence(tx, replica, clock.now()))
    for (const { connection } of before) {
      if (!standing.has(connection.connectionId)) connection.close('it counts no more')
    }
  }

  const confirming = clock.every(confirmEveryMs, stop.signal, confirm, (error) =>
    log.warn({ err: error }, 'connections could not be confirmed'),
  )
  return {
    find: (machineId) => standing(seats.get(machineId)?.connection),
    take,
    subscribe: (listener) => added(listeners, listener),
    onGone: (listener) => added(goneListeners, listener),
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const { connection } of seats.values()) connection.close('the server is stopping')
      await Promise.all([...serving, confirming])
    },
  }
}

function standing(connection: Connection | undefined): Connection | undefined {
  return connection?.ended.aborted === false ? connection : undefined
}

function added<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => all.delete(one)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it was closed'
}

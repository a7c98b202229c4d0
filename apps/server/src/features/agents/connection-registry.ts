import type { Duplex } from 'node:stream'
import { repeat } from '@gridloom/async/repeat'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { answerBounds } from '../../platform/agent-link/bounds.ts'
import { type Connection, openConnection } from '../../platform/agent-link/connection.ts'
import { FloodDetected } from '../../platform/agent-link/meter.ts'
import { linesFrom } from '../../platform/agent-link/stream-calls.ts'
import { transact } from '../../platform/database/transact.ts'
import type { AgentListener, GatewayOptions, GoneListener } from './agent-events.ts'
import { confirmPresence, putPresence, removePresence } from './presence-store.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'
import { type ViolationListener, violationIn } from './violation.ts'

/** All connections of this replica, with their listeners. */
export interface ConnectionRegistry {
  find(machineId: MachineId): Connection | undefined
  take(machineId: MachineId, socket: Duplex): void
  subscribe(listener: AgentListener): () => void
  onGone(listener: GoneListener): () => void
  onViolation(listener: ViolationListener): () => void
  [Symbol.asyncDispose](): Promise<void>
}

interface RegistryEntry {
  connection: Connection
  /** Resolves when its last message has been handled and its end published; never rejects. */
  over: Promise<void>
}

interface ConnectionRegistryOptions extends GatewayOptions {
  limiter: ReconnectLimiter
  /** What else forgets machines and networks from time to time. */
  swept: readonly Pick<ReconnectLimiter, 'sweep'>[]
}

interface RegistryState extends ConnectionRegistryOptions {
  replica: string
  entries: Map<MachineId, RegistryEntry>
  /** Connections whose presence is stored. */
  present: Set<string>
  serving: Set<Promise<void>>
  listeners: Set<AgentListener>
  goneListeners: Set<GoneListener>
  violationListeners: Set<ViolationListener>
  stopping: AbortSignal
}

/** Other replicas' newer connections and revoked keys are noticed within this time. */
const confirmEveryMs = 10_000
const lookEveryMs = 1_000

/**
 * Newest wins: a machine that connects again (after a network change, say) replaces its older connection at once, here
 * through the map and on other replicas through the presence row, which each replica confirms every 10 s. The newer
 * one's messages are handled only after the older one's last, so a listener sees one at a time.
 */
export function createConnectionRegistry(options: ConnectionRegistryOptions): ConnectionRegistry {
  const stop = new AbortController()
  const registry: RegistryState = {
    ...options,
    replica: options.ids.secret(),
    entries: new Map(),
    present: new Set(),
    serving: new Set(),
    listeners: new Set(),
    goneListeners: new Set(),
    violationListeners: new Set(),
    stopping: stop.signal,
  }
  const { clock, log, entries } = registry
  const failed = (error: unknown) =>
    log.warn(
      { event: 'connection.confirmation_failed', err: error },
      'connections could not be confirmed',
    )
  const loops = [
    repeat({
      clock,
      everyMs: confirmEveryMs,
      signal: stop.signal,
      work: () => confirm(registry),
      failed,
    }),
    repeat({
      clock,
      everyMs: lookEveryMs,
      signal: stop.signal,
      work: async () => look(registry),
      failed,
    }),
  ]
  return {
    find: (machineId) => whenOpen(entries.get(machineId)?.connection),
    take: (machineId, socket) => take(registry, machineId, socket),
    subscribe: (listener) => added(registry.listeners, listener),
    onGone: (listener) => added(registry.goneListeners, listener),
    onViolation: (listener) => added(registry.violationListeners, listener),
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const { connection } of entries.values()) connection.close('the server is stopping')
      await Promise.all([...registry.serving, ...loops])
    },
  }
}

function take(registry: RegistryState, machineId: MachineId, socket: Duplex): void {
  const { entries, serving, ids, clock, limiter } = registry
  if (registry.stopping.aborted) {
    // Destroyed ahead of HTTP/2: Node throws when a session ends in the tick it began in, with bytes waiting for it.
    socket.destroy()
    return
  }
  const connection = openConnection({
    ...{ machineId, connectionId: ids.secret(), socket, clock },
    onFlood: () => limiter.flooded(machineId),
  })
  const previous = entries.get(machineId)
  previous?.connection.close('a newer connection took its place')
  const over = serve(registry, connection, previous?.over ?? Promise.resolve())
  entries.set(machineId, { connection, over })
  serving.add(over)
  void over.then(() => serving.delete(over))
}

/** Serves one connection from its first message to its last; never rejects. */
async function serve(
  registry: RegistryState,
  connection: Connection,
  after: Promise<void>,
): Promise<void> {
  const { db, clock, log, replica } = registry
  const { machineId, connectionId } = connection
  let failure: unknown
  try {
    await transact(db, (tx) => putPresence(tx, { machineId, replica, connectionId }, clock.now()))
    registry.present.add(connectionId)
    await after
    log.info({ event: 'machine.connected', machineId }, 'a machine connected')
    await receive(registry, connection)
    connection.close('its report stream ended')
  } catch (error) {
    failure = error
    connection.close(textOf(error))
  }
  logEnd(registry, connection)
  await publishViolation(registry, connection, failure)
  await leave(registry, connection)
}

function logEnd({ log }: RegistryState, { machineId, ended }: Connection): void {
  const why = textOf(ended.reason)
  if (ended.reason instanceof FloodDetected)
    log.warn(
      { event: 'machine.flood_disconnected', machineId, why },
      'a machine was disconnected, as it sent a flood',
    )
  else
    log.info({ event: 'machine.disconnected', machineId, why }, 'the connection of a machine ended')
}

async function publishViolation(
  { log, violationListeners }: RegistryState,
  connection: Connection,
  failure: unknown,
): Promise<void> {
  const { machineId, ended } = connection
  const violation = violationIn(ended, failure)
  if (violation === undefined) return
  for (const listener of violationListeners) {
    await listener(machineId, violation).catch((error: unknown) =>
      log.error(
        { event: 'violation.handling_failed', err: error, machineId },
        'a violation was not taken in',
      ),
    )
  }
}

async function receive(registry: RegistryState, connection: Connection): Promise<void> {
  const { machineId, connectionId, ended } = connection
  const reports = linesFrom(connection, coreCalls.reports, {
    bounds: answerBounds.reports,
    onLine: connection.meter.message,
    signal: ended,
  })
  for await (const message of reports) {
    // Messages that arrived before the end count, but after a flood thousands would still be handled.
    if (ended.reason instanceof FloodDetected) return
    const event = { machineId, connectionId, receivedAt: registry.clock.now(), message }
    for (const listener of registry.listeners) {
      await listener(event).catch((error: unknown) =>
        registry.log.error(
          { event: 'report.handling_failed', err: error, machineId, kind: message.kind },
          'a report was not taken in',
        ),
      )
    }
  }
}

async function leave(
  registry: RegistryState,
  { machineId, connectionId }: Connection,
): Promise<void> {
  const { db, log, entries } = registry
  registry.present.delete(connectionId)
  const newest = entries.get(machineId)?.connection.connectionId === connectionId
  if (newest) entries.delete(machineId)
  const removed = transact(db, (tx) => removePresence(tx, connectionId))
  // @NOTE a presence that stays behind is replaced by the machine's next connection.
  await removed.catch((error: unknown) =>
    log.warn({ event: 'presence.removal_failed', err: error }, 'a presence stays behind'),
  )
  if (!newest) return
  for (const listener of registry.goneListeners) {
    await listener(machineId).catch((error: unknown) =>
      log.error(
        { event: 'disconnect.handling_failed', err: error, machineId },
        'the end of a connection was not taken in',
      ),
    )
  }
}

function look({ entries }: RegistryState): void {
  for (const { connection } of entries.values()) connection.look()
}

async function confirm(registry: RegistryState): Promise<void> {
  const { db, clock, replica, entries, present, limiter, swept } = registry
  for (const each of [limiter, ...swept]) each.sweep()
  const before = [...entries.values()].filter((entry) => present.has(entry.connection.connectionId))
  if (before.length === 0) return
  const counting = await transact(db, (tx) => confirmPresence(tx, replica, clock.now()))
  for (const { connection } of before) {
    if (!counting.has(connection.connectionId)) connection.close('it counts no more')
  }
}

function whenOpen(connection: Connection | undefined): Connection | undefined {
  return connection?.ended.aborted === false ? connection : undefined
}

function added<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => all.delete(one)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it was closed'
}

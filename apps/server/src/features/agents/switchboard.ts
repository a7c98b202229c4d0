import type { Duplex } from 'node:stream'
import { AgentMessage, agentPaths } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import { transact } from '../../platform/database/transact.ts'
import { answerBounds } from './bounds.ts'
import { type Connection, openConnection } from './connection.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { AgentListener, GatewayOptions, GoneListener } from './listening.ts'
import { Flooded } from './meter.ts'
import { confirmPresence, putPresence, removePresence } from './presence-store.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'
import { linesFrom } from './stream-calls.ts'
import { type ViolationListener, violationIn } from './violation.ts'

/** Every connection of this replica, with who listens to them. */
export interface Switchboard {
  find(machineId: MachineId): Connection | undefined
  take(machineId: MachineId, socket: Duplex): void
  subscribe(listener: AgentListener): () => void
  onGone(listener: GoneListener): () => void
  onViolation(listener: ViolationListener): () => void
  [Symbol.asyncDispose](): Promise<void>
}

interface Seat {
  connection: Connection
  /** Resolves when its last message has been heard and its end told; never rejects. */
  over: Promise<void>
}

interface Options extends GatewayOptions {
  limiter: ReconnectLimiter
  guesses: GuessLimiter
}

interface Board extends Options {
  replica: string
  seats: Map<MachineId, Seat>
  /** Connections whose presence is written. */
  present: Set<string>
  serving: Set<Promise<void>>
  listeners: Set<AgentListener>
  goneListeners: Set<GoneListener>
  violationListeners: Set<ViolationListener>
  stopping: AbortSignal
}

/** Other replicas' newer connections and revoked keys are noticed within this. */
const confirmEveryMs = 10_000
const lookEveryMs = 1_000

/**
 * Newest wins: a machine that connects again (after a network change, say) replaces its older connection at
 * once, here by the map and on other replicas by the presence row, which each replica confirms every 10 s.
 * The newer one's messages are heard only after the older one's last, so a listener sees one at a time.
 */
export function createSwitchboard(options: Options): Switchboard {
  const stop = new AbortController()
  const board: Board = {
    ...options,
    replica: options.ids.secret(),
    seats: new Map(),
    present: new Set(),
    serving: new Set(),
    listeners: new Set(),
    goneListeners: new Set(),
    violationListeners: new Set(),
    stopping: stop.signal,
  }
  const { clock, log, seats } = board
  const failed = (error: unknown) => log.warn({ err: error }, 'connections could not be confirmed')
  const loops = [
    clock.every(confirmEveryMs, stop.signal, () => confirm(board), failed),
    clock.every(lookEveryMs, stop.signal, async () => look(board), failed),
  ]
  return {
    find: (machineId) => standing(seats.get(machineId)?.connection),
    take: (machineId, socket) => take(board, machineId, socket),
    subscribe: (listener) => added(board.listeners, listener),
    onGone: (listener) => added(board.goneListeners, listener),
    onViolation: (listener) => added(board.violationListeners, listener),
    async [Symbol.asyncDispose]() {
      stop.abort()
      for (const { connection } of seats.values()) connection.close('the server is stopping')
      await Promise.all([...board.serving, ...loops])
    },
  }
}

function take(board: Board, machineId: MachineId, socket: Duplex): void {
  const { seats, serving, ids, clock, limiter } = board
  if (board.stopping.aborted) {
    // Ahead of HTTP/2: Node throws where a session ends in the turn it began in, with bytes waiting for it.
    socket.destroy()
    return
  }
  const connection = openConnection({
    ...{ machineId, connectionId: ids.secret(), socket, clock },
    onFlood: () => limiter.flooded(machineId),
  })
  const previous = seats.get(machineId)
  previous?.connection.close('a newer connection took its place')
  const over = serve(board, connection, previous?.over ?? Promise.resolve())
  seats.set(machineId, { connection, over })
  serving.add(over)
  void over.then(() => serving.delete(over))
}

/** One connection from its first message to its last; never rejects. */
async function serve(board: Board, connection: Connection, after: Promise<void>): Promise<void> {
  const { db, clock, log, replica } = board
  const { machineId, connectionId } = connection
  let failure: unknown
  try {
    await transact(db, (tx) => putPresence(tx, { machineId, replica, connectionId }, clock.now()))
    board.present.add(connectionId)
    await after
    log.info({ machineId }, 'a machine connected')
    await hear(board, connection)
    connection.close('its report stream ended')
  } catch (error) {
    failure = error
    connection.close(textOf(error))
  }
  tellEnd(board, connection)
  await publishViolation(board, connection, failure)
  await leave(board, connection)
}

function tellEnd({ log }: Board, { machineId, ended }: Connection): void {
  const why = textOf(ended.reason)
  if (ended.reason instanceof Flooded)
    log.warn({ machineId, why }, 'a machine was disconnected, as it sent a flood')
  else log.info({ machineId, why }, 'the connection of a machine ended')
}

async function publishViolation(
  { log, violationListeners }: Board,
  connection: Connection,
  failure: unknown,
): Promise<void> {
  const { machineId, ended } = connection
  const violation = violationIn(ended, failure)
  if (violation === undefined) return
  for (const listener of violationListeners) {
    await listener(machineId, violation).catch((error: unknown) =>
      log.error({ err: error, machineId }, 'a violation was not taken in'),
    )
  }
}

async function hear(board: Board, connection: Connection): Promise<void> {
  const { machineId, connectionId, ended } = connection
  const reports = linesFrom(connection, {
    method: 'GET',
    path: agentPaths.reports,
    schema: AgentMessage,
    bounds: answerBounds.reports,
    onLine: connection.meter.message,
    signal: ended,
  })
  for await (const message of reports) {
    // What came before the end counts, but of a flood thousands would be taken in after it was cut off.
    if (ended.reason instanceof Flooded) return
    const event = { machineId, connectionId, receivedAt: board.clock.now(), message }
    for (const listener of board.listeners) {
      await listener(event).catch((error: unknown) =>
        board.log.error({ err: error, machineId, kind: message.kind }, 'a report was not taken in'),
      )
    }
  }
}

async function leave(board: Board, { machineId, connectionId }: Connection): Promise<void> {
  const { db, log, seats } = board
  board.present.delete(connectionId)
  const newest = seats.get(machineId)?.connection.connectionId === connectionId
  if (newest) seats.delete(machineId)
  const removed = transact(db, (tx) => removePresence(tx, connectionId))
  // @NOTE a presence that stays behind is replaced by the machine's next connection.
  await removed.catch((error: unknown) => log.warn({ err: error }, 'a presence stays behind'))
  if (!newest) return
  for (const listener of board.goneListeners) {
    await listener(machineId).catch((error: unknown) =>
      log.error({ err: error, machineId }, 'the end of a connection was not taken in'),
    )
  }
}

function look({ seats }: Board): void {
  for (const { connection } of seats.values()) connection.look()
}

async function confirm(board: Board): Promise<void> {
  const { db, clock, replica, seats, present, limiter, guesses } = board
  limiter.sweep()
  guesses.sweep()
  const before = [...seats.values()].filter((seat) => present.has(seat.connection.connectionId))
  if (before.length === 0) return
  const counting = await transact(db, (tx) => confirmPresence(tx, replica, clock.now()))
  for (const { connection } of before) {
    if (!counting.has(connection.connectionId)) connection.close('it counts no more')
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

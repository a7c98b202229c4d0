import type { InferenceReport, ServeReport } from '@gridloom/contract/agent/inference'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import { MachineId } from '@gridloom/contract/ids'
import { ModelId } from '@gridloom/contract/models'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import type { Arrived } from '../../../platform/events.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { AgentEvent, AgentGateway } from '../../agents/index.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import type { Endpoints } from '../ports.ts'
import { chooseEndpoint } from '../routing/choose-endpoint.ts'
import { listServedRows } from './endpoints-store.ts'
import { createFigures, type Figures } from './figures.ts'
import { createLoads, type Heard, type Loads } from './loads.ts'
import { createOrderSender, type OrderSender } from './order-sender.ts'
import { createReloader } from './reloader.ts'
import { createReportKeeper, type ReportKeeper } from './report-keeper.ts'
import { createSeats, isBehind, ordersOf, type Seats } from './seats.ts'
import type { ServedRow } from './served-row.ts'

export interface EndpointsOptions {
  db: Db
  clock: Clock
  ids: Pick<Ids, 'chance'>
  log: Log
  agents: AgentGateway
  changes: Changes
}

/** The endpoints of this replica's machines, with what the page shows of them. */
export interface ServedEndpoints extends Endpoints {
  readonly figures: Figures
  /** What its machine last said; only of machines that are connected here. */
  heardOf(id: ServedRow['id']): Heard | undefined
  /** Resolves when what is known is as new as the last change, and every machine was told of it. */
  settled(): Promise<void>
}

interface Parts extends EndpointsOptions {
  seats: Seats
  loads: Loads
  figures: Figures
  keeper: ReportKeeper
  orders: OrderSender
  models: Set<ModelId>
}

/**
 * Listens to machines and changes, and answers from memory. The database is read when a machine connects and when a
 * model, or what serves it, changed; what a machine says is kept there for other replicas.
 */
export async function createEndpoints(options: EndpointsOptions): Promise<ServedEndpoints> {
  const { agents, changes, clock, db, ids, log } = options
  const stop = new AbortController()
  const seats = createSeats()
  const figures = createFigures(options)
  const orders = createOrderSender({
    agents,
    log,
    signal: stop.signal,
    ordersOf(machineId) {
      const seat = seats.get(machineId)
      return seat?.can === true ? ordersOf(seat) : undefined
    },
  })
  const loads = createLoads({ clock, figures })
  const keeper = createReportKeeper(options)
  const models = new Set(await listModelIds(db))
  const parts: Parts = { ...options, seats, loads, figures, keeper, orders, models }
  const reloader = createReloader({ clock, log, signal: stop.signal })
  const ends = [
    changes.subscribe((change) => {
      const reload = reloadAfter(parts, change)
      if (reload !== undefined) reloader.begin(`${change.topic} ${change.subject}`, reload)
    }),
    agents.subscribe((event) => hear(parts, event)),
    agents.onGone((machineId) => forgetMachine(parts, machineId)),
  ]
  return {
    figures,
    knows: (modelId) => models.has(modelId),
    serving: seats.live,
    live: seats.allLive,
    heardOf: seats.heardOf,
    choose: (choice) =>
      chooseEndpoint(
        seats.live(choice.modelId).map((endpoint) => ({
          endpoint,
          standing: loads.standingOf(endpoint.id, seats.heardOf(endpoint.id)),
          speed: figures.speedOf(endpoint.id),
        })),
        choice,
        ids.chance(),
      ),
    begin: ({ id }) => loads.begin(id),
    async settled() {
      await reloader.idle()
      await orders.idle()
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end()
      stop.abort()
      await reloader.idle()
      await orders.idle()
      await figures[Symbol.asyncDispose]()
    },
  }
}

/** What is to be read again after a change; nothing where it does not concern this replica. */
function reloadAfter(parts: Parts, { topic, subject }: Arrived): (() => Promise<void>) | undefined {
  if (topic === 'model') {
    const modelId = ModelId.safeParse(subject).data
    return modelId && (() => reloadModel(parts, modelId))
  }
  const machineId = topic === 'machine' ? MachineId.safeParse(subject).data : undefined
  if (machineId === undefined || parts.seats.get(machineId) === undefined) return undefined
  return () => reloadMachine(parts, machineId)
}

async function reloadModel(parts: Parts, modelId: ModelId): Promise<void> {
  const { db, seats, models, keeper } = parts
  const [known, rows] = await Promise.all([
    listModelIds(db, modelId),
    listServedRows(db, { modelId }),
  ])
  if (known.length > 0) models.add(modelId)
  else models.delete(modelId)
  for (const row of rows) keeper.read(row.id, row.report)
  for (const [machineId] of seats.entries()) {
    const mine = rows.filter((row) => row.machine_id === machineId)
    placeRows(parts, { machineId, rows: mine, modelId })
  }
}

async function reloadMachine(parts: Parts, machineId: MachineId): Promise<void> {
  placeRows(parts, { machineId, rows: await rowsOf(parts, machineId) })
}

async function rowsOf({ db, keeper }: Parts, machineId: MachineId): Promise<ServedRow[]> {
  const rows = await listServedRows(db, { machineId })
  for (const row of rows) keeper.read(row.id, row.report)
  return rows
}

interface Placed {
  machineId: MachineId
  rows: readonly ServedRow[]
  modelId?: ModelId
}

/** Tells the machine where what it is to serve is not what it was. */
function placeRows({ seats, orders }: Parts, { machineId, rows, modelId }: Placed): void {
  const seat = seats.get(machineId)
  if (seat === undefined) return
  const before = JSON.stringify(ordersOf(seat))
  seats.setRows(machineId, rows, modelId)
  if (JSON.stringify(ordersOf(seat)) !== before) orders.send(machineId)
}

async function hear(parts: Parts, { machineId, message }: AgentEvent): Promise<void> {
  const { seats, orders, figures } = parts
  if (message.kind === 'hello') {
    seats.take(machineId, message.inference.can)
    const rows = await rowsOf(parts, machineId)
    seats.setRows(machineId, rows)
    orders.send(machineId)
    await figures.recall(rows.map(({ id }) => id))
    await hearAll(parts, machineId, servingOf(message.inference, rows))
  }
  if (message.kind === 'serving') await hearOne(parts, machineId, message.report)
  if (message.kind === 'heartbeat') await hearHeartbeat(parts, machineId, message)
}

type Heartbeat = Extract<AgentMessage, { kind: 'heartbeat' }>

async function hearHeartbeat(
  parts: Parts,
  machineId: MachineId,
  { serving }: Heartbeat,
): Promise<void> {
  const seat = parts.seats.get(machineId)
  if (seat?.can !== true) return
  await hearAll(parts, machineId, serving)
  if (isBehind(seat, serving)) parts.orders.send(machineId)
}

/** An agent that knows nothing of models would be waited for in vain. */
function servingOf(
  { can, serving }: InferenceReport,
  rows: readonly ServedRow[],
): readonly ServeReport[] {
  if (can) return serving
  return rows.map(({ id }) => ({
    endpoint_id: id,
    observed_generation: 0,
    phase: 'failed',
    fetched_bytes: null,
    total_bytes: null,
    problem: 'The agent of this machine cannot serve models. Update it.',
    context_tokens: null,
    quantization: null,
    features: [],
    busy: 0,
    queued: 0,
  }))
}

/** What is not named is not served. */
async function hearAll(
  parts: Parts,
  machineId: MachineId,
  reports: readonly ServeReport[],
): Promise<void> {
  const { seats, keeper } = parts
  const named = new Set(reports.map((report) => report.endpoint_id))
  for (const report of reports) await hearOne(parts, machineId, report)
  for (const row of seats.get(machineId)?.rows.values() ?? []) {
    if (named.has(row.id)) continue
    seats.unhear(machineId, row.id)
    await keeper.keep({ id: row.id, modelId: row.model_id }, null)
  }
}

async function hearOne(parts: Parts, machineId: MachineId, said: ServeReport): Promise<void> {
  const { seats, keeper, clock } = parts
  const report = seats.hear(machineId, said, clock.monotonicMs())
  const row = seats.get(machineId)?.rows.get(said.endpoint_id)
  if (report === undefined || row === undefined) return
  await keeper.keep({ id: row.id, modelId: row.model_id }, report)
}

async function forgetMachine({ seats, keeper, loads }: Parts, machineId: MachineId): Promise<void> {
  const seat = seats.leave(machineId)
  for (const row of seat?.rows.values() ?? []) {
    loads.forget(row.id)
    await keeper.keep({ id: row.id, modelId: row.model_id }, null)
  }
}

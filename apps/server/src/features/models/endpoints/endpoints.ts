import type { Clock } from '@gridloom/async/clock'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Db } from '../../../platform/database/connect.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import type { Arrived } from '../../../platform/events.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { AgentGateway } from '../../agents/index.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import type { Choice, Endpoints, LiveEndpoint } from '../ports.ts'
import { chooseEndpoint } from './choose-endpoint.ts'
import { createEnginesKeeper } from './engines-keeper.ts'
import { createFigures, type Figures } from './figures.ts'
import { forgetMachine, hearMachine } from './hear-machine.ts'
import { createLoads, type Heard } from './loads.ts'
import { createOrderSender } from './order-sender.ts'
import type { Parts } from './parts.ts'
import { reloadAfter } from './reload-after.ts'
import { createReloader } from './reloader.ts'
import { createReportKeeper } from './report-keeper.ts'
import { createSeats, ordersOf } from './seats.ts'

export interface EndpointsOptions {
  db: Db
  clock: Clock
  ids: Pick<Ids, 'random'>
  log: Log
  agents: AgentGateway
  changes: Changes
}

/** The endpoints of this replica's machines, with what the page shows of them. */
export interface ServedEndpoints extends Endpoints {
  readonly metrics: Figures
  /** What its machine last said; only of machines that are connected here. */
  heardOf(id: LiveEndpoint['id']): Heard | undefined
  /** For whoever has just changed a model: resolves when it was read again, or could not be, in which case it is tried on. */
  reread(modelId: ModelId): Promise<void>
  /** Resolves when what is known is as new as the last change, and every machine was told of it. */
  settled(): Promise<void>
}

/**
 * Listens to machines and changes, and answers from memory. The database is read when a machine connects and when a
 * model, or what serves it, changed; what a machine says is kept there for other replicas.
 */
export async function createEndpoints(options: EndpointsOptions): Promise<ServedEndpoints> {
  const { ids } = options
  const stop = new AbortController()
  const parts = await createParts(options, stop.signal)
  const { seats, loads, metrics, models } = parts
  const listening = listen(options, parts)
  return {
    metrics,
    knows: (modelId) => models.has(modelId),
    serving: seats.live,
    live: seats.allLive,
    heardOf: seats.heardOf,
    choose: (choice) => chooseEndpoint(contendersFor(parts, choice), choice, ids.random()),
    begin: ({ id }) => loads.begin(id),
    reread: listening.reread,
    settled: listening.settled,
    async [Symbol.asyncDispose]() {
      listening.end()
      stop.abort()
      await listening.settled()
      await metrics[Symbol.asyncDispose]()
    },
  }
}

async function createParts(options: EndpointsOptions, signal: AbortSignal): Promise<Parts> {
  const { agents, clock, db, log } = options
  const seats = createSeats()
  const models = new Set<ModelId>(await listModelIds(db))
  const metrics = createFigures(options)
  return {
    db,
    clock,
    seats,
    metrics,
    models,
    loads: createLoads({ clock, metrics }),
    keeper: createReportKeeper(options),
    engines: createEnginesKeeper(options),
    reloader: createReloader({ clock, log, signal }),
    orders: createOrderSender({
      agents,
      log,
      signal,
      // Nothing before all of it was read, nor to an agent that does not know how to serve.
      ordersOf(machineId) {
        const seat = seats.get(machineId)
        return seat?.can && seat.isRead ? ordersOf(seat) : undefined
      },
    }),
  }
}

function listen({ agents, changes }: EndpointsOptions, parts: Parts) {
  const { orders, reloader } = parts
  const hear = async (change: Pick<Arrived, 'topic' | 'subject'>) => {
    const reload = reloadAfter(parts, change)
    if (reload !== undefined) await reloader.begin(`${change.topic} ${change.subject}`, reload)
  }
  const ends = [
    changes.subscribe((change) => void hear(change)),
    agents.subscribe((event) => hearMachine(parts, event)),
    agents.onGone((machineId) => forgetMachine(parts, machineId)),
  ]
  return {
    end() {
      for (const end of ends) end()
    },
    reread: (modelId: ModelId) => hear({ topic: 'model', subject: modelId }),
    async settled() {
      await reloader.idle()
      await orders.idle()
    },
  }
}

function contendersFor({ seats, loads, metrics }: Parts, { modelId }: Choice) {
  return seats.live(modelId).map((endpoint) => ({
    endpoint,
    standing: loads.standingOf(endpoint.id, seats.heardOf(endpoint.id)),
    speed: metrics.speedOf(endpoint.id),
  }))
}

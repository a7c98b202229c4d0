import type { Clock } from '@gridloom/async/clock'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Db } from '../../../platform/database/connect.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import type { OwnChanges } from '../../../platform/database/own-changes.ts'
import type { ReceivedChange } from '../../../platform/events.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { AgentGateway } from '../../agents/index.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import { chooseEndpoint } from '../registry/choose-endpoint.ts'
import {
  type ConnectedMachines,
  createConnectedMachines,
  ordersOf,
} from '../registry/connected-machines.ts'
import type { EndpointChoice, Endpoints } from '../registry/endpoints.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { createEndpointStats, type EndpointStats } from '../stats/endpoint-stats.ts'
import { createInFlight, type InFlight, type ReceivedReport } from '../stats/in-flight.ts'
import { createEngineStore } from './engine-store.ts'
import { forgetMachine, handleReport } from './handle-report.ts'
import { createOrderSender } from './order-sender.ts'
import { reloadAfter } from './reload-after.ts'
import { createReloader } from './reloader.ts'
import { createReportStore } from './report-store.ts'

/** The dependencies of {@link createEndpoints}. */
export interface EndpointsOptions {
  db: Db
  clock: Clock
  ids: Pick<Ids, 'random'>
  log: Log
  agents: AgentGateway
  changes: Changes
  ownChanges: Pick<OwnChanges, 'subscribe'>
}

/** The endpoints of this replica's machines, with their stats and latest reports. */
export interface ServedEndpoints extends Endpoints {
  readonly stats: EndpointStats
  /** Returns the latest report of an endpoint; only for machines that are connected here. */
  reportOf(id: LiveEndpoint['id']): ReceivedReport | undefined
  /** Resolves when every change so far is loaded, and every machine has received its orders. */
  settled(): Promise<void>
}

/**
 * Creates the registry, keeps it in sync with machines and the database, and answers from memory. The database is read
 * when a machine connects and when a model or its orders change; reports are saved there for other replicas.
 */
export async function createEndpoints(options: EndpointsOptions): Promise<ServedEndpoints> {
  const { ids } = options
  const stop = new AbortController()
  const registry = await createRegistry(options, stop.signal)
  const { machines, inFlight, stats, models } = registry
  const listening = listen(options, registry)
  return {
    stats,
    knows: (modelId) => models.has(modelId),
    serving: machines.serving,
    live: machines.live,
    reportOf: machines.reportOf,
    choose: (choice) => chooseEndpoint(contendersFor(registry, choice), choice, ids.random()),
    begin: ({ id }) => inFlight.begin(id),
    startsAtOnce: ({ id, slots }) => inFlight.healthOf(id, machines.reportOf(id)).load <= slots,
    settled: listening.settled,
    async [Symbol.asyncDispose]() {
      listening.end()
      stop.abort()
      await listening.settled()
      await stats[Symbol.asyncDispose]()
    },
  }
}

async function createRegistry(options: EndpointsOptions, signal: AbortSignal) {
  const { agents, clock, db, log } = options
  const machines = createConnectedMachines()
  const models = new Set<ModelId>(await listModelIds(db))
  const stats = createEndpointStats(options)
  return {
    db,
    clock,
    machines,
    stats,
    models,
    inFlight: createInFlight({ clock, stats }),
    reports: createReportStore(options),
    engines: createEngineStore(options),
    reloader: createReloader({ clock, log, signal }),
    orders: createOrderSender({
      agents,
      log,
      signal,
      // No orders before all of them are loaded, and none to an agent that cannot serve models.
      ordersOf(machineId) {
        const machine = machines.get(machineId)
        return machine?.canServe && machine.isLoaded ? ordersOf(machine) : undefined
      },
    }),
  }
}

type Registry = Awaited<ReturnType<typeof createRegistry>>

function listen({ agents, changes, ownChanges }: EndpointsOptions, registry: Registry) {
  const { orders, reloader } = registry
  const onChange = async (change: Pick<ReceivedChange, 'topic' | 'subject'>) => {
    const reload = reloadAfter(registry, change)
    if (reload !== undefined) await reloader.begin(`${change.topic} ${change.subject}`, reload)
  }
  const ends = [
    changes.subscribe((change) => void onChange(change)),
    // A caller that receives a change of a model, its price or a machine's name must not read the old one afterwards.
    // Resolves after the first try.
    ownChanges.subscribe(onChange),
    agents.subscribe((event) => handleReport(registry, event)),
    agents.onGone((machineId) => forgetMachine(registry, machineId)),
  ]
  return {
    end() {
      for (const end of ends) end()
    },
    async settled() {
      await reloader.idle()
      await orders.idle()
    },
  }
}

interface ContenderSource {
  machines: Pick<ConnectedMachines, 'serving' | 'reportOf'>
  inFlight: Pick<InFlight, 'healthOf'>
  stats: Pick<EndpointStats, 'speedOf'>
}

function contendersFor(
  { machines, inFlight, stats }: ContenderSource,
  { modelId }: EndpointChoice,
) {
  return machines.serving(modelId).map((endpoint) => ({
    endpoint,
    health: inFlight.healthOf(endpoint.id, machines.reportOf(endpoint.id)),
    speed: stats.speedOf(endpoint.id),
  }))
}

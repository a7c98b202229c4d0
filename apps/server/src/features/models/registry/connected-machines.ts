import type { ServeOrders, ServeReport } from '@gridloom/contract/agent/models'
import type { MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ReceivedReport } from '../stats/in-flight.ts'
import { boundedReport } from './bounded-report.ts'
import type { LiveEndpoint } from './live-endpoint.ts'
import {
  contextOrdered,
  dataCollectionOf,
  priceOf,
  type ServedRow,
  serveSpecOf,
} from './served-row.ts'

/** A connected machine with its orders to serve models and its latest reports on them. */
export interface ConnectedMachine {
  /** Whether its agent supports serving models. */
  readonly canServe: boolean
  /** Whether its orders are loaded; none are sent before that. */
  isLoaded: boolean
  readonly rows: Map<ModelEndpointId, ServedRow>
  readonly reports: Map<ModelEndpointId, ReceivedReport>
}

/** The registry of machines that are connected to this replica, with the endpoints that routing chooses from. */
export interface ConnectedMachines {
  get(machineId: MachineId): ConnectedMachine | undefined
  ids(): Iterable<MachineId>
  /** Adds a machine, with no orders yet. */
  connect(machineId: MachineId, { canServe }: Pick<ConnectedMachine, 'canServe'>): void
  /** Removes a machine. Returns its orders. */
  disconnect(machineId: MachineId): readonly ServedRow[]
  /** Replaces a machine's orders: all of them, or those of one model. */
  setServed(machineId: MachineId, rows: readonly ServedRow[], modelId?: ModelId): void
  /**
   * Stores a report within its bounds and returns it; `undefined` for an endpoint that the machine has no order for.
   */
  applyReport(machineId: MachineId, report: ServeReport, atMs: number): ServeReport | undefined
  /** Removes the report of an endpoint that the machine no longer reports. */
  dropReport(machineId: MachineId, id: ModelEndpointId): void
  /** The endpoints that serve a model. */
  serving(modelId: ModelId): readonly LiveEndpoint[]
  /** The serving endpoints of all models. */
  live(): readonly LiveEndpoint[]
  reportOf(id: ModelEndpointId): ReceivedReport | undefined
}

export function createConnectedMachines(): ConnectedMachines {
  const machines = new Map<MachineId, ConnectedMachine>()
  const byModel = new Map<ModelId, readonly LiveEndpoint[]>()
  const machineOf = new Map<ModelEndpointId, MachineId>()

  /** Updates the index by model after every change, so that a lookup costs nothing. */
  const place = (row: ServedRow, received: ReceivedReport | undefined) => {
    const others = (byModel.get(row.model_id) ?? []).filter(({ id }) => id !== row.id)
    const isLive = received?.report.phase === 'serving'
    byModel.set(row.model_id, isLive ? [...others, liveOf(row, received.report)] : others)
  }
  const drop = (machine: ConnectedMachine, id: ModelEndpointId) => {
    const row = machine.rows.get(id)
    if (row !== undefined) place(row, undefined)
    machine.rows.delete(id)
    machine.reports.delete(id)
    machineOf.delete(id)
  }
  const disconnect = (machineId: MachineId) => {
    const machine = machines.get(machineId)
    if (machine === undefined) return []
    const rows = [...machine.rows.values()]
    for (const { id } of rows) drop(machine, id)
    machines.delete(machineId)
    return rows
  }
  return {
    get: (machineId) => machines.get(machineId),
    ids: () => machines.keys(),
    connect(machineId, { canServe }) {
      disconnect(machineId)
      machines.set(machineId, { canServe, isLoaded: false, rows: new Map(), reports: new Map() })
    },
    disconnect,
    setServed(machineId, rows, modelId) {
      const machine = machines.get(machineId)
      if (machine === undefined) return
      machine.isLoaded ||= modelId === undefined
      const ids = new Set(rows.map(({ id }) => id))
      for (const [id, row] of machine.rows)
        if (!ids.has(id) && (modelId === undefined || row.model_id === modelId)) drop(machine, id)
      for (const row of rows) {
        machine.rows.set(row.id, row)
        machineOf.set(row.id, machineId)
        place(row, machine.reports.get(row.id))
      }
    },
    applyReport(machineId, report, atMs) {
      const machine = machines.get(machineId)
      const row = machine?.rows.get(report.endpoint_id)
      if (machine === undefined || row === undefined) return undefined
      const received = { report: boundedReport(report, row), atMs }
      machine.reports.set(row.id, received)
      place(row, received)
      return received.report
    },
    dropReport(machineId, id) {
      const machine = machines.get(machineId)
      const row = machine?.rows.get(id)
      machine?.reports.delete(id)
      if (row !== undefined) place(row, undefined)
    },
    serving: (modelId) => byModel.get(modelId) ?? [],
    live: () => [...byModel.values()].flat(),
    reportOf(id) {
      const machineId = machineOf.get(id)
      return machineId && machines.get(machineId)?.reports.get(id)
    },
  }
}

/** Returns all orders of a machine, as they are sent. */
export function ordersOf(machine: ConnectedMachine): ServeOrders {
  return { specs: [...machine.rows.values()].map(serveSpecOf) }
}

/** Whether a machine's full list of reports shows that it has not received the newest orders. */
export function isBehind(machine: ConnectedMachine, reports: readonly ServeReport[]): boolean {
  const known = new Map(reports.map((report) => [report.endpoint_id, report.observed_generation]))
  const isUnknown = ({ id, generation }: ServedRow) => (known.get(id) ?? 0) < generation
  return (
    [...machine.rows.values()].some(isUnknown) ||
    reports.some((one) => !machine.rows.has(one.endpoint_id))
  )
}

function liveOf(row: ServedRow, report: ServeReport): LiveEndpoint {
  return {
    id: row.id,
    modelId: row.model_id,
    machineId: row.machine_id,
    machineName: row.machine_name,
    providerAccountId: row.account_id,
    engine: row.engine.kind,
    price: priceOf(row),
    slots: row.slots,
    contextTokens: report.context_tokens ?? contextOrdered(row),
    features: report.features,
    isCold: report.cold === true,
    loadMs: report.load_ms ?? 0,
    quantization: report.quantization,
    dataCollection: dataCollectionOf(row),
  }
}

import type { ServeOrders, ServeReport } from '@gridloom/contract/agent/models'
import type { MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { LiveEndpoint } from '../ports.ts'
import { boundedReport } from './bounded-report.ts'
import type { Heard } from './loads.ts'
import { contextOrdered, priceOf, type ServedRow, specOf } from './served-row.ts'

/** One connected machine: what it is to serve, and what it says of that. */
export interface Seat {
  /** Whether its agent knows how to serve models at all. */
  readonly can: boolean
  /** Whether all that it is to serve was read; before that it is told nothing. */
  isRead: boolean
  readonly rows: Map<ModelEndpointId, ServedRow>
  readonly heard: Map<ModelEndpointId, Heard>
}

/** Connected machines with what they serve; everything that routing needs of them. */
export interface Seats {
  get(machineId: MachineId): Seat | undefined
  /** Those that are connected. */
  machines(): Iterable<MachineId>
  /** A machine connects: it is to serve nothing yet. */
  take(machineId: MachineId, { can }: Pick<Seat, 'can'>): void
  /** It is gone. Gives what it was to serve. */
  leave(machineId: MachineId): readonly ServedRow[]
  /** What a machine is to serve, whole, or of one model alone. */
  setRows(machineId: MachineId, rows: readonly ServedRow[], modelId?: ModelId): void
  /** What it says, within bounds; `undefined`: of nothing that it is to serve. */
  hear(machineId: MachineId, report: ServeReport, atMs: number): ServeReport | undefined
  /** It does not speak of it any more. */
  unhear(machineId: MachineId, id: ModelEndpointId): void
  live(modelId: ModelId): readonly LiveEndpoint[]
  /** Of every model. */
  allLive(): readonly LiveEndpoint[]
  heardOf(id: ModelEndpointId): Heard | undefined
}

export function createSeats(): Seats {
  const seats = new Map<MachineId, Seat>()
  const byModel = new Map<ModelId, readonly LiveEndpoint[]>()
  const machineOf = new Map<ModelEndpointId, MachineId>()

  /** After every change, so that asking costs nothing. */
  const place = (row: ServedRow, heard: Heard | undefined) => {
    const others = (byModel.get(row.model_id) ?? []).filter(({ id }) => id !== row.id)
    const isLive = heard?.report.phase === 'serving'
    byModel.set(row.model_id, isLive ? [...others, liveOf(row, heard.report)] : others)
  }
  const drop = (seat: Seat, id: ModelEndpointId) => {
    const row = seat.rows.get(id)
    if (row !== undefined) place(row, undefined)
    seat.rows.delete(id)
    seat.heard.delete(id)
    machineOf.delete(id)
  }
  const leave = (machineId: MachineId) => {
    const seat = seats.get(machineId)
    if (seat === undefined) return []
    const rows = [...seat.rows.values()]
    for (const { id } of rows) drop(seat, id)
    seats.delete(machineId)
    return rows
  }
  return {
    get: (machineId) => seats.get(machineId),
    machines: () => seats.keys(),
    take(machineId, { can }) {
      leave(machineId)
      seats.set(machineId, { can, isRead: false, rows: new Map(), heard: new Map() })
    },
    leave,
    setRows(machineId, rows, modelId) {
      const seat = seats.get(machineId)
      if (seat === undefined) return
      seat.isRead ||= modelId === undefined
      const ids = new Set(rows.map(({ id }) => id))
      for (const [id, row] of seat.rows)
        if (!ids.has(id) && (modelId === undefined || row.model_id === modelId)) drop(seat, id)
      for (const row of rows) {
        seat.rows.set(row.id, row)
        machineOf.set(row.id, machineId)
        place(row, seat.heard.get(row.id))
      }
    },
    hear(machineId, report, atMs) {
      const seat = seats.get(machineId)
      const row = seat?.rows.get(report.endpoint_id)
      if (seat === undefined || row === undefined) return undefined
      const heard = { report: boundedReport(report, row), atMs }
      seat.heard.set(row.id, heard)
      place(row, heard)
      return heard.report
    },
    unhear(machineId, id) {
      const seat = seats.get(machineId)
      const row = seat?.rows.get(id)
      seat?.heard.delete(id)
      if (row !== undefined) place(row, undefined)
    },
    live: (modelId) => byModel.get(modelId) ?? [],
    allLive: () => [...byModel.values()].flat(),
    heardOf(id) {
      const machineId = machineOf.get(id)
      return machineId && seats.get(machineId)?.heard.get(id)
    },
  }
}

/** All that a machine is told. */
export function ordersOf(seat: Seat): ServeOrders {
  return { specs: [...seat.rows.values()].map(specOf) }
}

/** Whether a machine that named all that it serves shows that it was not told the newest. */
export function isBehind(seat: Seat, reports: readonly ServeReport[]): boolean {
  const known = new Map(reports.map((report) => [report.endpoint_id, report.observed_generation]))
  const isUnknown = ({ id, generation }: ServedRow) => (known.get(id) ?? 0) < generation
  return (
    [...seat.rows.values()].some(isUnknown) ||
    reports.some((one) => !seat.rows.has(one.endpoint_id))
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
  }
}

import { MachineId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Db } from '../../../platform/database/connect.ts'
import type { ReceivedChange } from '../../../platform/events.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import { type ConnectedMachines, ordersOf } from '../registry/connected-machines.ts'
import { listServedRows, type ServedFilter } from '../registry/endpoints-store.ts'
import type { ServedRow } from '../registry/served-row.ts'
import type { OrderSender } from './order-sender.ts'
import type { Reloader } from './reloader.ts'
import type { ReportStore } from './report-store.ts'

/** The parts of the registry that a reload changes. */
export interface RegistryReloadParts {
  readonly db: Db
  readonly machines: ConnectedMachines
  readonly reports: ReportStore
  readonly orders: OrderSender
  readonly reloader: Reloader
  /** The ids of the models in the catalogue. */
  readonly models: Set<ModelId>
}

/** Returns the reload that a change requires; `undefined` if it does not concern this replica. */
export function reloadAfter(
  parts: RegistryReloadParts,
  { topic, subject }: Pick<ReceivedChange, 'topic' | 'subject'>,
): (() => Promise<void>) | undefined {
  if (topic === 'model') {
    const modelId = ModelId.safeParse(subject).data
    return modelId && (() => reloadModel(parts, modelId))
  }
  const machineId = topic === 'machine' ? MachineId.safeParse(subject).data : undefined
  if (machineId === undefined || parts.machines.get(machineId) === undefined) return undefined
  return () => reloadMachine(parts, machineId)
}

/**
 * Loads the orders of a machine that has just connected; resolves after the first try, and retries until it succeeds.
 */
export function loadServeOrders(parts: RegistryReloadParts, machineId: MachineId): Promise<void> {
  return parts.reloader.begin(`machine ${machineId}`, () => reloadMachine(parts, machineId))
}

async function reloadModel(parts: RegistryReloadParts, modelId: ModelId): Promise<void> {
  const { db, machines, models } = parts
  const [known, rows] = await Promise.all([listModelIds(db, modelId), rowsOf(parts, { modelId })])
  if (known.length > 0) models.add(modelId)
  else models.delete(modelId)
  for (const machineId of machines.ids()) {
    const mine = rows.filter((row) => row.machine_id === machineId)
    placeServed(parts, { machineId, rows: mine, modelId })
  }
}

async function reloadMachine(parts: RegistryReloadParts, machineId: MachineId): Promise<void> {
  placeServed(parts, { machineId, rows: await rowsOf(parts, { machineId }) })
}

/** Reads the orders of a machine, or for a model, from the database. */
async function rowsOf(
  { db, reports }: RegistryReloadParts,
  filter: ServedFilter,
): Promise<ServedRow[]> {
  const rows = await listServedRows(db, filter)
  for (const row of rows) reports.loaded(row.id, row.report)
  return rows
}

interface ServedOfMachine {
  machineId: MachineId
  rows: readonly ServedRow[]
  modelId?: ModelId
}

/** Replaces a machine's orders, and sends them if they changed or were not loaded yet. */
function placeServed(
  { machines, orders }: RegistryReloadParts,
  { machineId, rows, modelId }: ServedOfMachine,
): void {
  const machine = machines.get(machineId)
  // Before the first full load, the orders for one model are not all orders of the machine.
  if (machine === undefined || (!machine.isLoaded && modelId !== undefined)) return
  const before = machine.isLoaded && JSON.stringify(ordersOf(machine))
  machines.setServed(machineId, rows, modelId)
  if (JSON.stringify(ordersOf(machine)) !== before) orders.send(machineId)
}

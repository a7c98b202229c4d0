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

/** Where the orders of machines are read, and who is told of them. */
interface OrdersReload {
  readonly db: Db
  readonly machines: ConnectedMachines
  readonly reports: Pick<ReportStore, 'loaded'>
  readonly orders: Pick<OrderSender, 'send'>
}

/** The same for a model, with the ids of the models in the catalogue. */
interface ModelReload extends OrdersReload {
  readonly models: Set<ModelId>
}

/** Returns the reload that a change requires; `undefined` if it does not concern this replica. */
export function reloadAfter(
  registry: ModelReload,
  { topic, subject }: Pick<ReceivedChange, 'topic' | 'subject'>,
): (() => Promise<void>) | undefined {
  if (topic === 'model') {
    const modelId = ModelId.safeParse(subject).data
    return modelId && (() => reloadModel(registry, modelId))
  }
  const machineId = topic === 'machine' ? MachineId.safeParse(subject).data : undefined
  if (machineId === undefined || registry.machines.get(machineId) === undefined) return undefined
  return () => reloadMachine(registry, machineId)
}

/**
 * Loads the orders of a machine that has just connected; resolves after the first try, and retries until it succeeds.
 */
export function loadServeOrders(
  { reloader, ...registry }: OrdersReload & { readonly reloader: Pick<Reloader, 'begin'> },
  machineId: MachineId,
): Promise<void> {
  return reloader.begin(`machine ${machineId}`, () => reloadMachine(registry, machineId))
}

async function reloadModel(registry: ModelReload, modelId: ModelId): Promise<void> {
  const { db, machines, models } = registry
  const [known, rows] = await Promise.all([
    listModelIds(db, modelId),
    rowsOf(registry, { modelId }),
  ])
  if (known.length > 0) models.add(modelId)
  else models.delete(modelId)
  for (const machineId of machines.ids()) {
    const mine = rows.filter((row) => row.machine_id === machineId)
    placeServed(registry, { machineId, rows: mine, modelId })
  }
}

async function reloadMachine(registry: OrdersReload, machineId: MachineId): Promise<void> {
  placeServed(registry, { machineId, rows: await rowsOf(registry, { machineId }) })
}

/** Reads the orders of a machine, or for a model, from the database. */
async function rowsOf(
  { db, reports }: Pick<OrdersReload, 'db' | 'reports'>,
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
  { machines, orders }: Pick<OrdersReload, 'machines' | 'orders'>,
  { machineId, rows, modelId }: ServedOfMachine,
): void {
  const machine = machines.get(machineId)
  // Before the first full load, the orders for one model are not all orders of the machine.
  if (machine === undefined || (!machine.isLoaded && modelId !== undefined)) return
  const before = machine.isLoaded && JSON.stringify(ordersOf(machine))
  machines.setServed(machineId, rows, modelId)
  if (JSON.stringify(ordersOf(machine)) !== before) orders.send(machineId)
}

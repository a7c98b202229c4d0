import { MachineId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Arrived } from '../../../platform/events.ts'
import { listModelIds } from '../catalogue/models-store.ts'
import { listServedRows, type ServedFilter } from './endpoints-store.ts'
import type { Parts } from './parts.ts'
import { ordersOf } from './seats.ts'
import type { ServedRow } from './served-row.ts'

/** What is to be read again after a change; nothing where it does not concern this replica. */
export function reloadAfter(
  parts: Parts,
  { topic, subject }: Pick<Arrived, 'topic' | 'subject'>,
): (() => Promise<void>) | undefined {
  if (topic === 'model') {
    const modelId = ModelId.safeParse(subject).data
    return modelId && (() => reloadModel(parts, modelId))
  }
  const machineId = topic === 'machine' ? MachineId.safeParse(subject).data : undefined
  if (machineId === undefined || parts.seats.get(machineId) === undefined) return undefined
  return () => reloadMachine(parts, machineId)
}

/** For a machine that has just connected: resolves when what it is to serve was read, or could not be and is tried on. */
export function readMachine(parts: Parts, machineId: MachineId): Promise<void> {
  return parts.reloader.begin(`machine ${machineId}`, () => reloadMachine(parts, machineId))
}

async function reloadModel(parts: Parts, modelId: ModelId): Promise<void> {
  const { db, seats, models } = parts
  const [known, rows] = await Promise.all([listModelIds(db, modelId), rowsOf(parts, { modelId })])
  if (known.length > 0) models.add(modelId)
  else models.delete(modelId)
  for (const machineId of seats.machines()) {
    const mine = rows.filter((row) => row.machine_id === machineId)
    placeRows(parts, { machineId, rows: mine, modelId })
  }
}

async function reloadMachine(parts: Parts, machineId: MachineId): Promise<void> {
  placeRows(parts, { machineId, rows: await rowsOf(parts, { machineId }) })
}

/** What a machine is to serve, or what serves a model, as the database has it. */
async function rowsOf({ db, keeper }: Parts, filter: ServedFilter): Promise<ServedRow[]> {
  const rows = await listServedRows(db, filter)
  for (const row of rows) keeper.read(row.id, row.report)
  return rows
}

interface Placed {
  machineId: MachineId
  rows: readonly ServedRow[]
  modelId?: ModelId
}

/** Tells the machine where what it is to serve is not what it was, or was not known yet. */
function placeRows({ seats, orders }: Parts, { machineId, rows, modelId }: Placed): void {
  const seat = seats.get(machineId)
  // All that a machine is to serve is read after it connects: parts of it before that are none.
  if (seat === undefined || (!seat.isRead && modelId !== undefined)) return
  const before = seat.isRead && JSON.stringify(ordersOf(seat))
  seats.setRows(machineId, rows, modelId)
  if (JSON.stringify(ordersOf(seat)) !== before) orders.send(machineId)
}

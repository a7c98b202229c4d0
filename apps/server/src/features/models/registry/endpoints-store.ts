import type { ServeReport } from '@gridloom/contract/agent/models'
import type { AccountId, MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { MachineStatus } from '@gridloom/contract/machines/machine'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ServeEngine } from '@gridloom/contract/models/serving'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ModelsTables } from '../schema.ts'
import type { ServedRow } from './served-row.ts'

/** The columns that are read here of machines, a table of another feature. */
type Tables = ModelsTables & {
  machines: {
    id: MachineId
    account_id: AccountId
    name: string
    status: MachineStatus
    removed_at: Date | null
  }
}

const tablesOf = (db: Db) => db.withTables<Tables>()

/** The conditions of a query; all that are given must match. */
export interface ServedFilter {
  id?: ModelEndpointId | undefined
  machineId?: MachineId | undefined
  modelId?: ModelId | undefined
}

/** Returns the serve orders of machines, oldest first, without those of removed machines and suspended accounts. */
export function listServedRows(db: Db, filter: ServedFilter = {}): Promise<ServedRow[]> {
  const { id, machineId, modelId } = filter
  return tablesOf(db)
    .selectFrom('model_endpoints as e')
    .innerJoin('machines as m', 'm.id', 'e.machine_id')
    .innerJoin('models', 'models.id', 'e.model_id')
    .select([
      'e.id',
      'e.machine_id',
      'e.model_id',
      'e.generation',
      'e.engine',
      'e.input_micro_usd',
      'e.cached_micro_usd',
      'e.output_micro_usd',
      'e.slots',
      'e.report',
      'e.created_at',
      'm.name as machine_name',
      'm.status as machine_status',
      'm.account_id',
      'models.context_tokens as model_context_tokens',
      'models.sources as model_sources',
    ])
    .where('e.removed_at', 'is', null)
    .where('m.removed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from accounts a where a.id = m.account_id and a.suspended_at is not null)`,
    )
    .where((fits) =>
      fits.and([
        ...(id === undefined ? [] : [fits('e.id', '=', id)]),
        ...(machineId === undefined ? [] : [fits('e.machine_id', '=', machineId)]),
        ...(modelId === undefined ? [] : [fits('e.model_id', '=', modelId)]),
      ]),
    )
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
}

/** A machine, and the account that must own it. */
interface OwnMachine {
  machineId: MachineId
  accountId: AccountId
}

/** Whether the account owns the machine and has not removed it. */
export async function ownsMachine(db: Db, own: OwnMachine): Promise<boolean> {
  return (await ownMachine(db, own).executeTakeFirst()) !== undefined
}

/** Like {@link ownsMachine}, with the machine locked until the transaction ends. */
export async function lockOwnMachine({ db }: Tx, own: OwnMachine): Promise<boolean> {
  return (await ownMachine(db, own).forNoKeyUpdate().executeTakeFirst()) !== undefined
}

function ownMachine(db: Db, { machineId, accountId }: OwnMachine) {
  return tablesOf(db)
    .selectFrom('machines')
    .select('id')
    .where('id', '=', machineId)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
}

export interface NewServed {
  id: ModelEndpointId
  machineId: MachineId
  modelId: ModelId
  engine: ServeEngine
  price: TokenPrice
  slots: number
}

export async function insertServed({ db }: Tx, served: NewServed, now: Date): Promise<void> {
  const { id, machineId, modelId, engine, price, slots } = served
  await tablesOf(db)
    .insertInto('model_endpoints')
    .values({
      id,
      machine_id: machineId,
      model_id: modelId,
      generation: 1,
      engine: JSON.stringify(engine),
      ...price,
      slots,
      created_at: now,
    })
    .execute()
}

/** Updates an order; `generation` is its new generation. */
export async function updateServed(
  { db }: Tx,
  served: Pick<NewServed, 'id' | 'engine' | 'price' | 'slots'> & { generation: number },
): Promise<void> {
  const { id, engine, price, slots, generation } = served
  await tablesOf(db)
    .updateTable('model_endpoints')
    .set({ engine: JSON.stringify(engine), ...price, slots, generation })
    .where('id', '=', id)
    .execute()
}

/** Deletes the orders for a model, of one machine or of all. Returns `false` if there were none. */
export async function removeServed(
  { db }: Tx,
  { machineId, modelId, now }: { machineId?: MachineId; modelId: ModelId; now: Date },
): Promise<boolean> {
  const ofModel = tablesOf(db)
    .updateTable('model_endpoints')
    .set({ removed_at: now, report: null })
    .where('model_id', '=', modelId)
    .where('removed_at', 'is', null)
  const meant = machineId === undefined ? ofModel : ofModel.where('machine_id', '=', machineId)
  const rows = await meant.returning('id').execute()
  return rows.length > 0
}

/** Saves a machine's report; `null`: its state is unknown. */
export async function saveReport(
  { db }: Tx,
  { id, report, now }: { id: ModelEndpointId; report: ServeReport | null; now: Date },
): Promise<void> {
  await tablesOf(db)
    .updateTable('model_endpoints')
    .set({ report: report && JSON.stringify(report), reported_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

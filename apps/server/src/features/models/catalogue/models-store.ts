import type { NewModel } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ModelsTables } from '../schema.ts'

const tablesOf = (db: Db) => db.withTables<ModelsTables>()

export type ModelRow = Selectable<ModelsTables['models']>

/** Returns all models of the catalogue, or the one with this id. */
export function listModelRows(db: Db, modelId?: ModelId): Promise<ModelRow[]> {
  const all = tablesOf(db).selectFrom('models').selectAll().where('removed_at', 'is', null)
  return (modelId === undefined ? all : all.where('id', '=', modelId)).orderBy('id').execute()
}

export async function listModelIds(db: Db, modelId?: ModelId): Promise<ModelId[]> {
  return (await listModelRows(db, modelId)).map(({ id }) => id)
}

interface PutModel {
  id: ModelId
  model: NewModel
  now: Date
}

/** Inserts or updates a model; one that was removed is restored. */
export async function putModelRow({ db }: Tx, { id, model, now }: PutModel): Promise<void> {
  const said = saidOf(model)
  await tablesOf(db)
    .insertInto('models')
    .values({ id, ...said, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...said, removed_at: null }))
    .execute()
}

/** Inserts a model unless the catalogue has, or had, one with this id. */
export async function seedModelRow({ db }: Tx, { id, model, now }: PutModel): Promise<void> {
  await tablesOf(db)
    .insertInto('models')
    .values({ id, ...saidOf(model), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

function saidOf(model: NewModel) {
  return { ...model, sources: JSON.stringify(model.sources) }
}

/** Locks a model, so that it cannot be added, removed or newly served until the transaction ends. */
export function lockModel({ db }: Tx, id: ModelId): Promise<ModelRow | undefined> {
  return tablesOf(db)
    .selectFrom('models')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function removeModelRow({ db }: Tx, id: ModelId, now: Date): Promise<void> {
  await tablesOf(db).updateTable('models').set({ removed_at: now }).where('id', '=', id).execute()
}

import type { ModelId, NewModel } from '@gridloom/contract/models'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { InferenceTables } from '../schema.ts'

export type ModelRow = Selectable<InferenceTables['models']>

/** Models of the catalogue by their ids, or one of them. */
export function listModelRows(db: Db, modelId?: ModelId): Promise<ModelRow[]> {
  const all = db
    .withTables<InferenceTables>()
    .selectFrom('models')
    .selectAll()
    .where('removed_at', 'is', null)
  return (modelId === undefined ? all : all.where('id', '=', modelId)).orderBy('id').execute()
}

export async function listModelIds(db: Db, modelId?: ModelId): Promise<ModelId[]> {
  return (await listModelRows(db, modelId)).map(({ id }) => id)
}

/** Adds a model, or changes what is said of it; one that was removed is back. */
export async function putModelRow(
  { db }: Tx,
  { id, model, now }: { id: ModelId; model: NewModel; now: Date },
): Promise<void> {
  const said = { ...model, sources: JSON.stringify(model.sources) }
  await db
    .withTables<InferenceTables>()
    .insertInto('models')
    .values({ id, ...said, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...said, removed_at: null }))
    .execute()
}

/** Adds a model unless there is, or was, one of this id. */
export async function seedModelRow(
  { db }: Tx,
  { id, model, now }: { id: ModelId; model: NewModel; now: Date },
): Promise<void> {
  await db
    .withTables<InferenceTables>()
    .insertInto('models')
    .values({ id, ...model, sources: JSON.stringify(model.sources), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A model, so that nobody else adds or removes it, or begins to serve it, meanwhile. */
export function lockModel({ db }: Tx, id: ModelId): Promise<ModelRow | undefined> {
  return db
    .withTables<InferenceTables>()
    .selectFrom('models')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function removeModelRow({ db }: Tx, id: ModelId, now: Date): Promise<void> {
  await db
    .withTables<InferenceTables>()
    .updateTable('models')
    .set({ removed_at: now })
    .where('id', '=', id)
    .execute()
}

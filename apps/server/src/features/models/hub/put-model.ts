import type { Model, NewModel } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { operatorOf } from '../../accounts/index.ts'
import { putModelRow } from '../catalogue/models-store.ts'
import type { ModelsCtx } from '../ctx.ts'
import { modelUnknown } from '../model-unknown.ts'
import { publishModel } from '../registry/publish-model.ts'
import { readModels } from './hub.ts'

/** Adds a model to the catalogue, or updates it. Machines that serve it are notified of changed sources. */
export async function putModel(ctx: ModelsCtx, id: ModelId, model: NewModel): Promise<Model> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    await putModelRow(tx, { id, model, now: ctx.clock.now() })
    await publishModel(tx, id)
  })
  const [put] = await readModels(ctx, id)
  if (put === undefined) throw modelUnknown(id)
  return put
}

import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models'
import { operatorOf } from '../../identity/index.ts'
import type { ModelsCtx } from '../ctx.ts'
import { listServedRows } from '../endpoints/endpoints-store.ts'
import { modelUnknown } from './list-models.ts'
import { lockModel, removeModelRow } from './models-store.ts'

/**
 * Takes a model that no machine serves out of the catalogue.
 * @throws Refused `model_unknown`, `state_conflict`
 */
export async function removeModel(ctx: ModelsCtx, id: ModelId): Promise<void> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    if ((await lockModel(tx, id)) === undefined) throw modelUnknown(id)
    if ((await listServedRows(tx.db, { modelId: id })).length > 0)
      throw new Refused('state_conflict', { details: { what: 'model', state: 'served' } })
    await removeModelRow(tx, id, ctx.clock.now())
    await tx.tell({ topic: 'model', accountId: null, subject: id })
  })
}

import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ModelsCtx } from '../ctx.ts'
import { modelUnknown } from '../model-unknown.ts'

/**
 * Lists models with the machines that serve them: served ones first, then the others, each group by name. At most a
 * second old.
 */
export async function listModels(ctx: Pick<ModelsCtx, 'hub'>): Promise<Model[]> {
  const models = await ctx.hub.models()
  const rank = ({ price }: Model) => (price === null ? 1 : 0)
  return models.toSorted(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en'),
  )
}

/** Returns one model. @throws Refused `model_unknown` */
export async function readModel(ctx: Pick<ModelsCtx, 'hub'>, id: ModelId): Promise<Model> {
  const model = (await ctx.hub.models()).find((one) => one.id === id)
  if (model === undefined) throw modelUnknown(id)
  return model
}

import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'

/** Lets a key ask no other models than those it was made for. @throws Refused `model_not_allowed` */
export function allowModel(ctx: Pick<Ctx, 'actor'>, modelId: ModelId): void {
  const { via } = accountOf(ctx)
  if (via.kind !== 'key' || via.models === null || via.models.includes(modelId)) return
  throw new Refused('model_not_allowed', { details: { model: modelId } })
}

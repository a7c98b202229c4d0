import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import type { Payer } from '../payer.ts'

/**
 * Returns the payer of a request to this model. @throws Refused `model_not_allowed` where the key is restricted to
 * other models
 */
export function payerFor(ctx: Pick<Ctx, 'actor'>, modelId: ModelId): Payer {
  const { accountId, userId, via } = accountOf(ctx)
  if (via.kind !== 'key') return { accountId, userId, keyId: null }
  if (via.models !== null && !via.models.includes(modelId))
    throw new Refused('model_not_allowed', { details: { model: modelId } })
  return { accountId, userId, keyId: via.keyId }
}

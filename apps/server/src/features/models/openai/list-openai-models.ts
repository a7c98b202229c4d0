import type { ModelId } from '@gridloom/contract/models/model-id'
import type { OpenAiModel } from '@gridloom/contract/models/openai'
import { lowestPrice } from '@gridloom/domain/models/token-price'
import { timeOf } from '../../../platform/ids.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { modelUnknown } from '../model-unknown.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { readModelName } from './model-name.ts'

type Ctx = Pick<AnswersCtx, 'endpoints'>

/** Lists the models that machines serve now, by name. */
export function listOpenAiModels({ endpoints }: Ctx): OpenAiModel[] {
  const served = Map.groupBy(endpoints.live(), ({ modelId }) => modelId)
  return [...served]
    .map(([modelId, by]) => modelView(modelId, by))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Returns one model. @throws Refused `model_unknown`, also for a model that no machine serves right now */
export function readOpenAiModel({ endpoints }: Ctx, model: string): OpenAiModel {
  const { modelId } = readModelName(model)
  const by = endpoints.serving(modelId)
  if (by.length === 0) throw modelUnknown(model)
  return modelView(modelId, by)
}

/** Source: platform.openai.com/docs/api-reference/models/object; the last two fields are OpenRouter's. */
function modelView(modelId: ModelId, by: readonly LiveEndpoint[]): OpenAiModel {
  const lowest = lowestPrice(by.map(({ price }) => price))
  const sinceMs = Math.min(...by.map(({ id }) => timeOf(id).getTime()))
  return {
    id: modelId,
    object: 'model',
    created: Math.floor(sinceMs / 1_000),
    owned_by: modelId.slice(0, modelId.indexOf('/')),
    context_length: Math.max(...by.map(({ contextTokens }) => contextTokens)),
    pricing:
      lowest === undefined
        ? null
        : {
            prompt: perToken(lowest.input_micro_usd),
            completion: perToken(lowest.output_micro_usd),
          },
  }
}

/** Converts micro-dollars per million tokens to dollars per token: twelve decimal places represent each exactly. */
function perToken(microUsdPerMillion: number): string {
  return (microUsdPerMillion / 1e12).toFixed(12).replace(/\.?0+$/, '')
}

import type { AnswerRequest } from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import { engineParameters } from '@gridloom/contract/models/engine-parameters'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { Endpoints } from '../registry/endpoints.ts'
import { type AnswersCtx, type BeginAnswerInput, choicesOf } from './pending-answer.ts'
import type { Plan } from './take-endpoint.ts'
import {
  boundsAt,
  dearest,
  expectedInput,
  promptTokensMax,
  promptTokensMin,
  usualShare,
} from './upper-bounds.ts'

/**
 * Plans an answer: the model's endpoints and the request to them.
 * @throws Refused `model_unknown`, `model_unavailable`, `unsupported_parameter`, `context_exceeded` for a prompt that
 * certainly fits none of them
 */
export function planAnswer(
  { endpoints, recent }: Pick<AnswersCtx, 'endpoints' | 'recent'>,
  { payer, modelId, provider, request }: Omit<BeginAnswerInput, 'signal'>,
): Plan {
  const features = featuresFor(request)
  requireServed(endpoints, { modelId, features })
  const inputMax = promptTokensMax(request)
  requireRoom(endpoints, { modelId, tokensMin: promptTokensMin(inputMax) })
  const maxTokens = request.max_tokens
  const choices = choicesOf(request)
  const outputExpected = recent.expected({ payer, modelId }) * choices
  return {
    payer,
    modelId,
    provider,
    features,
    promptMax: inputMax,
    tokens: {
      input: Math.ceil(inputMax * usualShare),
      output: Math.min(maxTokens ?? usualOutputTokens, usualOutputTokens) * choices,
    },
    boundsAt(endpoint) {
      const bounds = boundsAt(endpoint, { inputMax, maxTokens, choices })
      const microUsdMax = dearest(bounds, endpoint)
      const expected = {
        choices,
        inputMax: expectedInput(bounds.inputMax),
        outputMax: Math.min(bounds.outputMax, outputExpected),
      }
      const microUsdExpected = Math.min(dearest(expected, endpoint), microUsdMax)
      return { ...bounds, microUsdMax, microUsdExpected }
    },
    tried: new Set(),
  }
}

/** The estimated length of an answer without a limit. */
const usualOutputTokens = 500

/** The request parameters that need an optional engine feature. */
const parameterOf: Partial<Record<ModelFeature, string>> = {
  tools: 'tools',
  json_schema: 'response_format',
  vision: 'messages',
  token_prompts: 'prompt',
  token_embeddings: 'input',
}

/**
 * Checks that the model is served with these features. @throws Refused `model_unknown`, `model_unavailable`, and
 * `unsupported_parameter` for a feature that no endpoint of the model has
 */
export function requireServed(
  endpoints: Endpoints,
  { modelId, features }: { modelId: ModelId; features: readonly ModelFeature[] },
): void {
  const served = endpoints.serving(modelId)
  if (served.length === 0)
    throw new Refused(endpoints.knows(modelId) ? 'model_unavailable' : 'model_unknown', {
      details: { model: modelId },
    })
  for (const feature of features) {
    if (served.some((endpoint) => endpoint.features.includes(feature))) continue
    const parameter = parameterOf[feature] ?? feature
    const why = `No machine that serves ${modelId} supports it.`
    throw new Refused('unsupported_parameter', { details: { parameter, why } })
  }
}

/** Refuses a prompt that no endpoint has room for, before it is sent or stored. @throws Refused `context_exceeded` */
function requireRoom(
  endpoints: Endpoints,
  { modelId, tokensMin }: { modelId: ModelId; tokensMin: number },
): void {
  const max = Math.max(...endpoints.serving(modelId).map(({ contextTokens }) => contextTokens))
  if (tokensMin <= max) return
  const tokens = `at least ${tokensMin}`
  throw new Refused('context_exceeded', { details: { model: modelId, tokens, max } })
}

/** Returns the refusal for no endpoint left; its text names the caller's own limits where they are the reason. */
export function noneLeft({
  modelId,
  provider,
}: Pick<BeginAnswerInput, 'modelId' | 'provider'>): Refused {
  const among = hasLimits(provider) ? ' that you allow' : ''
  return new Refused('model_unavailable', { details: { model: modelId, among } })
}

/** Whether the caller's preferences exclude machines; an order alone excludes none. */
function hasLimits(provider: ProviderPreferences): boolean {
  const { only, ignore, max_price, quantizations, allow_fallbacks, data_collection } = provider
  if (allow_fallbacks === false || data_collection === 'deny') return true
  return [only, ignore, max_price, quantizations].some((limit) => limit !== undefined)
}

function featuresFor({
  input,
  tools,
  json_schema,
  parameters = {},
}: AnswerRequest): ModelFeature[] {
  return [
    input.kind === 'chat' ? 'chat' : 'completion',
    ...(hasImages(input) ? (['vision'] as const) : []),
    ...(input.kind === 'tokens' ? (['token_prompts'] as const) : []),
    ...engineParameters.filter((name) => parameters[name] !== undefined),
    ...(tools.length > 0 ? (['tools'] as const) : []),
    ...(json_schema === null ? [] : (['json_schema'] as const)),
  ]
}

function hasImages(input: AnswerRequest['input']): boolean {
  return input.kind === 'chat' && input.messages.some(({ parts }) => parts !== undefined)
}

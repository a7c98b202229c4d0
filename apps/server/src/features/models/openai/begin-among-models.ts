import type { AnswerRequest } from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import { beginAnswer } from '../answers/index.ts'
import type { AnswersCtx, PendingAnswer } from '../answers/pending-answer.ts'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { readModelName } from './model-name.ts'
import { payerFor } from './payer.ts'

interface AskedModels {
  model: string
  /** Tried in turn where the one before cannot answer. */
  models?: readonly string[] | undefined
  provider?: ProviderPreferences | undefined
}

interface StartedAnswer {
  pending: PendingAnswer
  endpoint: LiveEndpoint
}

/** The refusals of one model that another may not give. */
const passedOver: ReadonlySet<string> = new Set([
  ...['model_unknown', 'model_unavailable', 'model_not_allowed', 'endpoints_busy'],
  ...['context_exceeded', 'unsupported_parameter', 'upstream_failed', 'insufficient_funds'],
  ...['account_budget_exceeded', 'project_budget_exceeded'],
])

/**
 * Begins an answer of the first model that can give one, and waits until it has started.
 * @throws Refused as `beginAnswer` and its `started`: the refusal of the last model
 */
export async function beginAmongModels(
  ctx: AnswersCtx,
  { model, models = [], provider }: AskedModels,
  request: AnswerRequest,
): Promise<StartedAnswer> {
  const names = [...new Set([model, ...models])]
  for (const [place, name] of names.entries()) {
    try {
      return await begin(ctx, { name, provider, request })
    } catch (error) {
      const isLast = place === names.length - 1
      if (isLast || !(error instanceof Refused) || !passedOver.has(error.code)) throw error
    }
  }
  throw new Refused('internal', { internal: 'a request names at least one model' })
}

interface OneModel {
  name: string
  provider: ProviderPreferences | undefined
  request: AnswerRequest
}

async function begin(
  ctx: AnswersCtx,
  { name, provider, request }: OneModel,
): Promise<StartedAnswer> {
  const { modelId, provider: preferences } = readModelName(name, provider)
  const payer = payerFor(ctx, modelId)
  const { signal } = ctx
  const input = { payer, modelId, provider: preferences, request, signal }
  const pending = await beginAnswer(ctx, input)
  return { pending, endpoint: await pending.started }
}

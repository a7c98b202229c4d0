import type { CompletionRequest } from '@gridloom/contract/models/openai'
import type { openai } from '@gridloom/contract/models/openai-endpoints'
import type { OpenAiAnswer } from '../../../platform/http/routes.ts'
import { beginAnswer } from '../answers/index.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { textRequest } from './answer-request.ts'
import { chunksOf, headingOf } from './chunks.ts'
import { readModelName } from './model-name.ts'
import { payerFor } from './payer.ts'
import { readWhole } from './read-whole.ts'
import { refuseParameters } from './refuse-parameters.ts'
import { textShape } from './text-shape.ts'
import { openAiUsageOf } from './usage.ts'

/** Continues a text, whole or as a stream. @throws Refused as `beginAnswer` and its `started` */
export async function completeText(
  ctx: AnswersCtx,
  body: CompletionRequest,
): Promise<OpenAiAnswer<typeof openai.completions>> {
  const { modelId, provider } = readModelName(body.model, body.provider)
  const payer = payerFor(ctx, modelId)
  refuseParameters(body)
  const request = textRequest(body)
  const { signal } = ctx
  const at = ctx.clock.now()
  const pending = await beginAnswer(ctx, { payer, modelId, provider, request, signal })
  const heading = headingOf(textShape, { pending, endpoint: await pending.started, at })
  if (request.stream) {
    const usage = body.stream_options?.include_usage === true ? 'reported' : 'left_out'
    return { kind: 'chunks', chunks: chunksOf({ pending, heading, shape: textShape, usage }) }
  }
  const { text, reason, cost } = await readWhole(pending)
  const choices = [{ text, index: 0, logprobs: null, finish_reason: reason }]
  const whole = { ...heading, object: textShape.object, choices, usage: openAiUsageOf(cost) }
  return { kind: 'json', body: whole }
}

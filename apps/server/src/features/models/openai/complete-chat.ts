import type { ChatCompletionRequest } from '@gridloom/contract/models/openai'
import type { openai } from '@gridloom/contract/models/openai-endpoints'
import type { OpenAiAnswer } from '../../../platform/http/routes.ts'
import { beginAnswer } from '../answers/index.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { chatRequest } from './answer-request.ts'
import { chatShape } from './chat-shape.ts'
import { chunksOf, type Heading, headingOf } from './chunks.ts'
import { readModelName } from './model-name.ts'
import { payerFor } from './payer.ts'
import { readWhole, type WholeAnswer } from './read-whole.ts'
import { refuseLargeSchemas, refuseParameters } from './refuse-parameters.ts'
import { openAiUsageOf } from './usage.ts'

/**
 * Answers a chat, whole or as a stream that begins with the first delta. @throws Refused as `beginAnswer` and its
 * `started`
 */
export async function completeChat(
  ctx: AnswersCtx,
  body: ChatCompletionRequest,
): Promise<OpenAiAnswer<typeof openai.chatCompletions>> {
  const { modelId, provider } = readModelName(body.model, body.provider)
  const payer = payerFor(ctx, modelId)
  refuseParameters(body)
  refuseLargeSchemas(body)
  const request = chatRequest(body)
  const { signal } = ctx
  const at = ctx.clock.now()
  const pending = await beginAnswer(ctx, { payer, modelId, provider, request, signal })
  const heading = headingOf(chatShape, { pending, endpoint: await pending.started, at })
  if (!request.stream) return { kind: 'json', body: wholeChat(heading, await readWhole(pending)) }
  const usage = body.stream_options?.include_usage === true ? 'reported' : 'left_out'
  return { kind: 'chunks', chunks: chunksOf({ pending, heading, shape: chatShape, usage }) }
}

/** Source: platform.openai.com/docs/api-reference/chat/object */
function wholeChat(heading: Heading, { text, toolCalls, reason, cost }: WholeAnswer) {
  const calls = toolCalls.length > 0
  const message = {
    role: 'assistant',
    content: calls && text === '' ? null : text,
    refusal: null,
    ...(calls ? { tool_calls: toolCalls } : {}),
  }
  return {
    ...heading,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: openAiUsageOf(cost),
  }
}

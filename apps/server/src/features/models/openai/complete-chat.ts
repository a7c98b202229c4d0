import { ChatCompletionRequest } from '@gridloom/contract/models/openai'
import type { openai } from '@gridloom/contract/models/openai-endpoints'
import type { OpenAiAnswer } from '../../../platform/http/routes.ts'
import { type AnswersCtx, choicesOf } from '../answers/pending-answer.ts'
import { chatRequest } from './answer-request.ts'
import { beginAmongModels } from './begin-among-models.ts'
import { chatShape } from './chat-shape.ts'
import { chunksOf, type Heading, headingOf } from './chunks.ts'
import { chatLogprobs } from './logprobs.ts'
import { readWhole, type WholeAnswer, type WholeChoice } from './read-whole.ts'
import {
  refuseLargeSchemas,
  refuseLoneTopLogprobs,
  refuseManyImages,
  refuseParameters,
} from './refuse-parameters.ts'
import { openAiUsageOf } from './usage.ts'

/**
 * Answers a chat, whole or as a stream that begins with the first delta. @throws Refused as `beginAnswer` and its
 * `started`
 */
export async function completeChat(
  ctx: AnswersCtx,
  body: ChatCompletionRequest,
): Promise<OpenAiAnswer<typeof openai.chatCompletions>> {
  refuseParameters(body, ChatCompletionRequest.shape)
  refuseLargeSchemas(body)
  refuseManyImages(body)
  refuseLoneTopLogprobs(body)
  const request = chatRequest(body)
  const at = ctx.clock.now()
  const { pending, endpoint } = await beginAmongModels(ctx, body, request)
  const heading = headingOf(chatShape, { pending, endpoint, at })
  const reasoning = body.reasoning?.exclude === true ? 'left_out' : 'shown'
  const choices = choicesOf(request)
  if (!request.stream) {
    const whole = await readWhole(pending, choices)
    return { kind: 'json', body: wholeChat(heading, whole, reasoning) }
  }
  const usage = body.stream_options?.include_usage === true ? 'reported' : 'left_out'
  return {
    kind: 'chunks',
    chunks: chunksOf({ pending, heading, shape: chatShape, usage, reasoning, choices }),
  }
}

/** Source: platform.openai.com/docs/api-reference/chat/object */
function wholeChat(
  heading: Heading,
  { choices, cost }: WholeAnswer,
  reasoning: 'shown' | 'left_out',
) {
  return {
    ...heading,
    object: 'chat.completion',
    choices: choices.map((choice, index) => ({
      index,
      message: messageOf(choice, reasoning),
      logprobs: choice.logprobs === undefined ? null : chatLogprobs(choice.logprobs),
      finish_reason: choice.reason,
    })),
    usage: openAiUsageOf(cost),
  }
}

function messageOf({ text, reasoning, toolCalls }: WholeChoice, shown: 'shown' | 'left_out') {
  const calls = toolCalls.length > 0
  const isShown = reasoning !== '' && shown === 'shown'
  return {
    role: 'assistant',
    content: calls && text === '' ? null : text,
    refusal: null,
    ...(isShown && { reasoning_content: reasoning, reasoning }),
    ...(calls && { tool_calls: toolCalls }),
  }
}

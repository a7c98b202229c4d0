import { CompletionRequest } from '@gridloom/contract/models/openai'
import type { openai } from '@gridloom/contract/models/openai-endpoints'
import type { OpenAiAnswer } from '../../../platform/http/routes.ts'
import { type AnswersCtx, choicesOf } from '../answers/pending-answer.ts'
import { textRequest } from './answer-request.ts'
import { beginAmongModels } from './begin-among-models.ts'
import { chunksOf, headingOf } from './chunks.ts'
import { textLogprobs } from './logprobs.ts'
import { readWhole, type WholeChoice } from './read-whole.ts'
import { refuseParameters } from './refuse-parameters.ts'
import { textShape } from './text-shape.ts'
import { openAiUsageOf } from './usage.ts'

/** Continues a text, whole or as a stream. @throws Refused as `beginAnswer` and its `started` */
export async function completeText(
  ctx: AnswersCtx,
  body: CompletionRequest,
): Promise<OpenAiAnswer<typeof openai.completions>> {
  refuseParameters(body, CompletionRequest.shape)
  const request = textRequest(body)
  const at = ctx.clock.now()
  const { pending, endpoint } = await beginAmongModels(ctx, body, request)
  const heading = headingOf(textShape, { pending, endpoint, at })
  const choices = choicesOf(request)
  if (request.stream) {
    const usage = body.stream_options?.include_usage === true ? 'reported' : 'left_out'
    const streamed = { pending, heading, shape: textShape, usage, choices } as const
    return { kind: 'chunks', chunks: chunksOf(streamed) }
  }
  const whole = await readWhole(pending, choices)
  return {
    kind: 'json',
    body: {
      ...{ ...heading, object: textShape.object },
      choices: whole.choices.map(wholeText),
      usage: openAiUsageOf(whole.cost),
    },
  }
}

function wholeText({ text, reasoning, logprobs, reason }: WholeChoice, index: number) {
  return {
    ...{ text: reasoning + text, index },
    logprobs: logprobs === undefined ? null : textLogprobs(logprobs),
    finish_reason: reason,
  }
}

import type { AnswerDelta } from '../answers/pending-answer.ts'
import type { ChunkShape } from './chunks.ts'
import { textLogprobs } from './logprobs.ts'

/** Source: platform.openai.com/docs/api-reference/completions/object */
export const textShape: ChunkShape = {
  object: 'text_completion',
  idPrefix: 'cmpl-',
  choice: (delta, before = 0) =>
    choiceOf(delta.kind === 'tool_calls' ? '' : delta.text, {
      choice: delta.choice ?? 0,
      logprobs: logprobsText(delta, before),
      reason: 'null',
    }),
  last: (reason, choice) => choiceOf('', { choice, logprobs: 'null', reason: `"${reason}"` }),
}

interface TextChoice {
  choice: number
  logprobs: string
  reason: string
}

function choiceOf(text: string, { choice, logprobs, reason }: TextChoice): string {
  return `{"text":${JSON.stringify(text)},"index":${choice},"logprobs":${logprobs},"finish_reason":${reason}}`
}

function logprobsText({ logprobs }: AnswerDelta, offset: number): string {
  return logprobs === undefined ? 'null' : JSON.stringify(textLogprobs(logprobs, offset))
}

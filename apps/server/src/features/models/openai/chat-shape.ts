import { assertNever } from '@gridloom/domain/assert-never'
import type { AnswerDelta } from '../answers/pending-answer.ts'
import type { ChunkShape } from './chunks.ts'
import { chatLogprobs } from './logprobs.ts'

/** Source: platform.openai.com/docs/api-reference/chat-streaming */
export const chatShape: ChunkShape = {
  object: 'chat.completion.chunk',
  idPrefix: 'chatcmpl-',
  choice: (delta, before) =>
    `{"index":${delta.choice ?? 0},"delta":{${before === undefined ? '"role":"assistant",' : ''}${deltaOf(delta)}},"logprobs":${logprobsText(delta)},"finish_reason":null}`,
  last: (reason, choice) =>
    `{"index":${choice},"delta":{},"logprobs":null,"finish_reason":"${reason}"}`,
}

function logprobsText({ logprobs }: AnswerDelta): string {
  return logprobs === undefined ? 'null' : JSON.stringify(chatLogprobs(logprobs))
}

/** Both names that clients read: that of DeepSeek, vLLM and llama.cpp, and that of OpenRouter. */
function reasoningFields(text: string): string {
  return `"reasoning_content":${text},"reasoning":${text}`
}

function deltaOf(delta: AnswerDelta): string {
  switch (delta.kind) {
    case 'text':
      return `"content":${JSON.stringify(delta.text)}`
    case 'reasoning':
      return reasoningFields(JSON.stringify(delta.text))
    case 'tool_calls':
      return `"tool_calls":${JSON.stringify(delta.tool_calls)}`
    default:
      return assertNever(delta)
  }
}

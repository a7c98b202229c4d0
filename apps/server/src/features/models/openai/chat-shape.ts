import { assertNever } from '@gridloom/domain/assert-never'
import type { AnswerDelta } from '../answers/pending-answer.ts'
import type { ChunkShape } from './chunks.ts'

/** Source: platform.openai.com/docs/api-reference/chat-streaming */
export const chatShape: ChunkShape = {
  object: 'chat.completion.chunk',
  idPrefix: 'chatcmpl-',
  choice: (delta, place) =>
    `{"index":0,"delta":{${place === 'first' ? '"role":"assistant",' : ''}${deltaOf(delta)}},"logprobs":null,"finish_reason":null}`,
  last: (reason) => `{"index":0,"delta":{},"logprobs":null,"finish_reason":"${reason}"}`,
}

function deltaOf(delta: AnswerDelta): string {
  switch (delta.kind) {
    case 'text':
      return `"content":${JSON.stringify(delta.text)}`
    case 'tool_calls':
      return `"tool_calls":${JSON.stringify(delta.tool_calls)}`
    default:
      return assertNever(delta)
  }
}

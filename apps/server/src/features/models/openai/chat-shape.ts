import { assertNever } from '@gridloom/domain/assert-never'
import type { AnswerPiece } from '../ports.ts'
import type { ChunkShape } from './chunks.ts'

/** Source: platform.openai.com/docs/api-reference/chat-streaming */
export const chatShape: ChunkShape = {
  object: 'chat.completion.chunk',
  idPrefix: 'chatcmpl-',
  choice: (piece, place) =>
    `{"index":0,"delta":{${place === 'first' ? '"role":"assistant",' : ''}${deltaOf(piece)}},"logprobs":null,"finish_reason":null}`,
  last: (reason) => `{"index":0,"delta":{},"logprobs":null,"finish_reason":"${reason}"}`,
}

function deltaOf(piece: AnswerPiece): string {
  switch (piece.kind) {
    case 'text':
      return `"content":${JSON.stringify(piece.text)}`
    case 'tool_calls':
      return `"tool_calls":${JSON.stringify(piece.tool_calls)}`
    default:
      return assertNever(piece)
  }
}

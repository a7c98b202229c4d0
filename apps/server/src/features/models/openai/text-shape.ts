import type { ChunkShape } from './chunks.ts'

/** Source: platform.openai.com/docs/api-reference/completions/object */
export const textShape: ChunkShape = {
  object: 'text_completion',
  idPrefix: 'cmpl-',
  choice: (delta) => choiceOf(delta.kind === 'text' ? delta.text : '', 'null'),
  last: (reason) => choiceOf('', `"${reason}"`),
}

function choiceOf(text: string, reason: string): string {
  return `{"text":${JSON.stringify(text)},"index":0,"logprobs":null,"finish_reason":${reason}}`
}

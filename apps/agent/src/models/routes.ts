import { type AnswerPart, partTextCharsMax } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { handleStream, handleValue } from '../link/handle.ts'
import type { Route } from '../link/router.ts'
import type { Models } from './index.ts'

/** Serves the orders for models, and their answers and embeddings. */
export function modelRoutes(models: Models): Route[] {
  return [
    handleValue(modelCalls.serve, ({ body }) => models.order(body)),
    handleStream(modelCalls.answers, ({ params, body, signal }) =>
      inPieces(models.answer(params.endpoint, body, signal)),
    ),
    handleValue(modelCalls.embeddings, ({ params, body, signal }) =>
      models.embed(params.endpoint, body.input, signal),
    ),
  ]
}

/** Splits text parts that are longer than one part may be. */
async function* inPieces(parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart> {
  for await (const part of parts) {
    const isText = part.kind === 'text' || part.kind === 'reasoning'
    if (!isText || part.text.length <= partTextCharsMax) {
      yield part
      continue
    }
    yield { ...part, text: part.text.slice(0, partTextCharsMax) }
    const { kind, choice } = part
    const same = { kind, tokens: 0, ...(choice !== undefined && { choice }) }
    for (let at = partTextCharsMax; at < part.text.length; at += partTextCharsMax)
      yield { ...same, text: part.text.slice(at, at + partTextCharsMax) }
  }
}

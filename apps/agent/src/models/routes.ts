import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { handleStream, handleValue } from '../link/handle.ts'
import type { Route } from '../link/router.ts'
import type { Models } from './index.ts'

/** Serves the orders for models, and their answers and embeddings. */
export function modelRoutes(models: Models): Route[] {
  return [
    handleValue(modelCalls.serve, ({ body }) => models.order(body)),
    handleStream(modelCalls.answers, ({ params, body, signal }) =>
      models.answer(params.endpoint, body, signal),
    ),
    handleValue(modelCalls.embeddings, ({ params, body, signal }) =>
      models.embed(params.endpoint, body.input, signal),
    ),
  ]
}

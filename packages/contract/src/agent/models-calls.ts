import { z } from 'zod'
import { ModelEndpointId } from '../core/ids.ts'
import { agentCall } from './call.ts'
import { AnswerPart, AnswerRequest, Embedded, EmbedRequest, ServeOrders } from './models.ts'

const OneEndpoint = z.object({ endpoint: ModelEndpointId })

/**
 * Calls of the models workload. The control plane sends the whole list of models to serve; the machine reconciles and
 * reports its state. An answer is one request, on the request channel or, if it is long, on a stream of its own;
 * cancelling it stops the engine.
 */
export const modelCalls = {
  /** Sends all models that the machine should serve; others are stopped. */
  serve: agentCall({
    method: 'PUT',
    path: '/v1/models',
    transport: 'value',
    status: 202,
    request: ServeOrders,
  }),
  /**
   * Requests one answer. It may be refused with an AgentFailure (on a stream of its own: 400, 404 or 409) before its
   * first part.
   */
  answers: agentCall({
    method: 'POST',
    path: '/v1/models/{endpoint}/answers',
    transport: 'channel',
    params: OneEndpoint,
    request: AnswerRequest,
    response: AnswerPart,
  }),
  embeddings: agentCall({
    method: 'POST',
    path: '/v1/models/{endpoint}/embeddings',
    transport: 'value',
    params: OneEndpoint,
    request: EmbedRequest,
    response: Embedded,
  }),
} as const

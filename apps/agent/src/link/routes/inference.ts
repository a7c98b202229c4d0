import {
  AnswerRequest,
  EmbedRequest,
  inferencePaths,
  ServeOrders,
} from '@gridloom/contract/agent/inference'
import { ModelEndpointId } from '@gridloom/contract/ids'
import { z } from 'zod'
import type { Inference } from '../../inference/index.ts'
import { parsePart, readJson, replyJson } from '../call.ts'
import type { Answer, Route } from '../router.ts'
import type { Talk } from '../talk.ts'

const OneEndpoint = z.object({ endpoint: ModelEndpointId })

/** What this machine is to serve, and vectors of texts. */
export function inferenceRoutes(inference: Inference): Route[] {
  return [
    { path: inferencePaths.orders, answers: { PUT: takeOrders(inference) } },
    { path: inferencePaths.embeddings, answers: { POST: embed(inference) } },
  ]
}

/** Answers of what this machine serves. */
export function inferenceTalks(inference: Inference): Talk[] {
  return [
    {
      path: inferencePaths.answers,
      answer(params, body, signal) {
        const { endpoint } = parsePart(OneEndpoint, params, 'path')
        return inference.answer(endpoint, parsePart(AnswerRequest, body, 'body'), signal)
      },
    },
  ]
}

function takeOrders(inference: Inference): Answer {
  return async (call) => {
    await inference.order(await readJson(call, ServeOrders))
    replyJson(call, 202, {})
  }
}

function embed(inference: Inference): Answer {
  return async (call) => {
    const { endpoint } = parsePart(OneEndpoint, call.params, 'path')
    const { input } = await readJson(call, EmbedRequest)
    replyJson(call, 200, await inference.embed(endpoint, input, call.signal))
  }
}

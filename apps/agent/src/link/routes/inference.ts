import {
  type AnswerPart,
  AnswerRequest,
  EmbedRequest,
  inferencePaths,
  partTextCharsMax,
  ServeOrders,
} from '@gridloom/contract/agent/inference'
import { ModelEndpointId } from '@gridloom/contract/core/ids'
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
        return inPieces(inference.answer(endpoint, parsePart(AnswerRequest, body, 'body'), signal))
      },
    },
  ]
}

/** The same parts, none with more text than one holds. */
async function* inPieces(parts: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart> {
  for await (const part of parts) {
    if (part.kind !== 'text' || part.text.length <= partTextCharsMax) {
      yield part
      continue
    }
    yield { ...part, text: part.text.slice(0, partTextCharsMax) }
    for (let at = partTextCharsMax; at < part.text.length; at += partTextCharsMax)
      yield { kind: 'text', text: part.text.slice(at, at + partTextCharsMax), tokens: 0 }
  }
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

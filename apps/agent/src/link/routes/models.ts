import {
  type AnswerPart,
  AnswerRequest,
  EmbedRequest,
  modelPaths,
  partTextCharsMax,
  ServeOrders,
} from '@gridloom/contract/agent/models'
import { ModelEndpointId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import type { Models } from '../../models/index.ts'
import { parsePart, readJson, replyJson } from '../call.ts'
import type { Answer, Route } from '../router.ts'
import type { StreamedCall } from '../streamed-call.ts'

const OneEndpoint = z.object({ endpoint: ModelEndpointId })

/** What this machine is to serve, and vectors of texts. */
export function modelRoutes(inference: Models): Route[] {
  return [
    { path: modelPaths.orders, answers: { PUT: takeOrders(inference) } },
    { path: modelPaths.embeddings, answers: { POST: embed(inference) } },
  ]
}

/** Answers of what this machine serves. */
export function modelStreams(inference: Models): StreamedCall[] {
  return [
    {
      path: modelPaths.answers,
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

function takeOrders(inference: Models): Answer {
  return async (call) => {
    await inference.order(await readJson(call, ServeOrders))
    replyJson(call, 202, {})
  }
}

function embed(inference: Models): Answer {
  return async (call) => {
    const { endpoint } = parsePart(OneEndpoint, call.params, 'path')
    const { input } = await readJson(call, EmbedRequest)
    replyJson(call, 200, await inference.embed(endpoint, input, call.signal))
  }
}

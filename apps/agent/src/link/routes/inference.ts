import {
  type AnswerPart,
  AnswerRequest,
  EmbedRequest,
  inferencePaths,
  ServeOrders,
} from '@gridloom/contract/agent/inference'
import { ModelEndpointId } from '@gridloom/contract/ids'
import { z } from 'zod'
import type { Clock } from '../../host/clock.ts'
import type { Inference } from '../../inference/index.ts'
import { AgentRefused } from '../../refused.ts'
import { type Call, parsePart, readJson, replyJson, writeWhenRoom } from '../call.ts'
import type { Talk } from '../exchange.ts'
import type { Answer, Route } from '../router.ts'

const OneEndpoint = z.object({ endpoint: ModelEndpointId })

/** What this machine is to serve, and answers of what it serves. */
export function inferenceRoutes(inference: Inference, clock: Clock): Route[] {
  return [
    { path: inferencePaths.orders, answers: { PUT: takeOrders(inference) } },
    { path: inferencePaths.answers, answers: { POST: answer(inference, clock) } },
    { path: inferencePaths.embeddings, answers: { POST: embed(inference) } },
  ]
}

/** Answers of what this machine serves, on the stream that many share. */
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

function answer(inference: Inference, clock: Clock): Answer {
  return async (call) => {
    const { endpoint } = parsePart(OneEndpoint, call.params, 'path')
    const request = await readJson(call, AnswerRequest)
    const parts = inference.answer(endpoint, request, call.signal)
    if (request.stream) return replyParts(call, parts, clock)
    return replyWhole(call, parts, clock)
  }
}

function embed(inference: Inference): Answer {
  return async (call) => {
    const { endpoint } = parsePart(OneEndpoint, call.params, 'path')
    const { input } = await readJson(call, EmbedRequest)
    replyJson(call, 200, await inference.embed(endpoint, input, call.signal))
  }
}

/** Until then a refusal gets a status of its own; an answer that has to wait longer begins without a part. */
const statusHeldMs = 10_000

/** One part a line, as fast as the reader takes them and no faster. */
async function replyParts(
  call: Call,
  parts: AsyncGenerator<AnswerPart, void>,
  clock: Clock,
): Promise<void> {
  try {
    const first = parts.next()
    const endHold = beginLater(call, clock)
    let step = await first.catch((cause: unknown) => endedAfterHead(call, cause)).finally(endHold)
    begin(call)
    for (; step.done !== true; step = await parts.next()) {
      await writeWhenRoom(call, `${JSON.stringify(step.value)}\n`)
    }
    call.stream.end()
  } finally {
    await parts.return()
  }
}

/** All parts at once, for a reader who waits for the last one anyway. */
async function replyWhole(
  call: Call,
  parts: AsyncGenerator<AnswerPart, void>,
  clock: Clock,
): Promise<void> {
  const endHold = beginLater(call, clock)
  const lines: string[] = []
  try {
    for await (const part of parts) lines.push(JSON.stringify(part))
  } catch (cause) {
    lines.push(JSON.stringify(endedAfterHead(call, cause).value))
  } finally {
    endHold()
  }
  if (call.stream.destroyed) return
  begin(call)
  call.stream.end(`${lines.join('\n')}\n`)
}

function beginLater(call: Call, clock: Clock): () => void {
  const end = clock.every(statusHeldMs, () => {
    end()
    begin(call)
  })
  return end
}

function begin({ stream }: Call): void {
  if (stream.destroyed || stream.headersSent) return
  stream.respond({ ':status': 200, 'content-type': 'application/x-ndjson' })
}

/** What is refused once the head is out is told as the answer's end; before that, and for what is no refusal, it is thrown. */
function endedAfterHead(call: Call, cause: unknown): IteratorYieldResult<AnswerPart> {
  if (!call.stream.headersSent || !(cause instanceof AgentRefused)) throw cause
  const counts = { input_tokens: 0, cached_tokens: 0, output_tokens: 0 }
  const value = { kind: 'end' as const, reason: 'failed' as const, problem: cause.message, counts }
  return { done: false, value }
}

import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import {
  type AnswerPart,
  type AnswerRequest,
  type Embedded,
  engineIdleMsMax,
} from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { AgentRefused } from '../../refused.ts'
import { type AnswerEnd, brokenEnd, type Engine, EngineUnavailable } from '../engine.ts'
import { type Piece, readChunk } from './chunks.ts'
import type { EngineAnswer } from './connection.ts'
import { type Dialect, dialectIn } from './dialect.ts'
import { createEventReader, type EventReader } from './event-reader.ts'
import { refusalOf } from './refusal.ts'
import { bodyOf } from './request-body.ts'
import { createTally, type Tally } from './tally.ts'
import { createUpstream, problemOf, textOf, type Upstream } from './upstream.ts'
import { UpstreamBroken } from './upstream-broken.ts'

export interface OpenAiHttpAsked {
  baseUrl: URL
  upstreamModel: string
  contextTokens: number
  key: string | undefined
  clock: Clock
  /** Defaults to the limits of the contract. */
  idleMsMax?: IdleLimits
  signal: AbortSignal
}

type IdleLimits = Readonly<Record<keyof typeof engineIdleMsMax, number>>

const probeMsMax = 5_000
const probeEveryMs = 15_000
/** An engine that served is given up after this many failed probes in a row. */
const probesLostMax = 2

/**
 * Opens an engine beside the agent that speaks `/v1`. It is probed regularly, so that an engine reported as serving is
 * available. Throws {@link EngineUnavailable} if it is not.
 */
export async function openOpenAiHttp(asked: OpenAiHttpAsked): Promise<Engine> {
  const { baseUrl, key, contextTokens, clock, signal } = asked
  const upstream = createUpstream({ baseUrl, key, clock })
  const idleMsMax = asked.idleMsMax ?? engineIdleMsMax
  const probing = { upstream, baseUrl, clock }
  let dialect: Dialect
  try {
    dialect = dialectIn(await probe(probing, signal))
  } catch (cause) {
    upstream.close()
    throw cause
  }
  const closed = new AbortController()
  signal.addEventListener('abort', upstream.close, { once: true })
  let isLost = false
  const reported: LastReport = { isRead: true }
  const asking = { ...asked, upstream, dialect, reported, idleMsMax }
  return {
    contextTokens,
    quantization: null,
    features: ['chat', 'completion', 'embeddings', 'tools', 'json_schema'],
    answer: (request, left) => answer(asking, request, left),
    embed: (input, left) => embed(asking, input, left),
    shortfall: () => (reported.isRead ? null : untoldText),
    ended: watch(probing, closed.signal).finally(() => {
      isLost = true
    }),
    close: async () => {
      closed.abort()
      // An engine that fails its probes may be busy with the answers under way: each of them detects by itself if it is
      // gone.
      const over = upstream.retire()
      if (!isLost) upstream.close()
      void over.then(() => signal.removeEventListener('abort', upstream.close))
    },
  }
}

interface Probing {
  upstream: Upstream
  baseUrl: URL
  clock: Clock
}

/** Whether the engine reported the prompt tokens of the last answer: unreported ones are not charged. */
interface LastReport {
  isRead: boolean
}
const untoldText = 'The engine does not say how many tokens it reads, so that input is not charged.'

/** Returns the engine's list of models. Any response means that the engine is there, except one that demands a key. */
async function probe({ upstream, baseUrl, clock }: Probing, signal: AbortSignal): Promise<string> {
  const limit = createDeadline(clock, probeMsMax, signal)
  const startedMs = clock.monotonicMs()
  try {
    const idleMsMax = engineIdleMsMax.stream
    const answer = await upstream.get('/models', { signal: limit.signal, idleMsMax })
    const list = await textOf(answer).catch(nothingWhereBroken)
    if (answer.status === 401) throw refusalOf(401, '')
    return list
  } catch (cause) {
    signal.throwIfAborted()
    // Bytes of answers that arrived meanwhile prove that the engine is there.
    if (limit.signal.aborted && upstream.lastByteAtMs > startedMs) return ''
    throw new EngineUnavailable(problemOf(cause, baseUrl), { cause })
  } finally {
    limit.done()
  }
}

/** A response that breaks off, or is not text, was a response all the same. */
function nothingWhereBroken(cause: unknown): string {
  if (cause instanceof UpstreamBroken) return ''
  throw cause
}

/** Resolves with the reason when the engine is gone; never resolves if it was closed. */
async function watch(probing: Probing, closed: AbortSignal): Promise<string> {
  for (let lost = 0; ; ) {
    try {
      await probing.clock.sleep(probeEveryMs, closed)
      await probe(probing, closed)
      lost = 0
    } catch (cause) {
      if (closed.aborted) return new Promise(() => undefined)
      lost += 1
      if (lost >= probesLostMax && cause instanceof EngineUnavailable) return cause.message
    }
  }
}

interface Asking {
  upstream: Upstream
  baseUrl: URL
  upstreamModel: string
  contextTokens: number
  dialect: Dialect
  reported: LastReport
  idleMsMax: IdleLimits
}

/** Yields the parts of an answer. A reader who leaves closes the connection, which stops the engine. */
async function* answer(
  asking: Asking,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void> {
  signal.throwIfAborted()
  const { upstreamModel: model, dialect, reported } = asking
  const { path, body } = bodyOf(request, { model, dialect })
  const tally = createTally()
  let response: EngineAnswer | undefined
  try {
    const idleMsMax = asking.idleMsMax[request.stream ? 'stream' : 'whole']
    response = await asking.upstream.post(path, body, { signal, idleMsMax })
    await refuseUnlessWell(response)
    if (request.stream) yield* streamed(asking, response, tally)
    else yield* whole(await textOf(response), tally)
    reported.isRead = tally.isCounted()
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const problem = problemOf(cause, asking.baseUrl)
    if (!tally.hasBegun()) throw new AgentRefused('engine_failed', problem, { cause })
    yield brokenEnd(problem, tally.counts())
  } finally {
    response?.leave()
  }
}

/** Yields an answer as it arrives; events of one read become one part. */
async function* streamed(
  asking: Asking,
  response: EngineAnswer,
  tally: Tally,
): AsyncGenerator<AnswerPart, void> {
  const events = createEventReader()
  for (let bytes = await response.read(); bytes !== undefined; bytes = await response.read()) {
    const { parts, failure, isDone } = readEvents(events, bytes, tally)
    for (const part of parts) yield part
    if (failure !== undefined) throw failure.cause
    if (isDone) {
      response.skipRest()
      return yield tally.end()
    }
    if (tally.counts().output_tokens > asking.contextTokens) {
      return yield brokenEnd('The engine wrote more than its context holds.', tally.counts())
    }
  }
  // Some engines omit the final `[DONE]`; a finish reason is enough.
  yield tally.hasFinished()
    ? tally.end()
    : brokenEnd('The engine ended in the middle of the answer.', tally.counts())
}

interface ReadEvents {
  parts: AnswerPart[]
  /** An error after the parts. */
  failure: { cause: unknown } | undefined
  isDone: boolean
}

function readEvents(events: EventReader, bytes: Uint8Array, tally: Tally): ReadEvents {
  const pieces: Piece[] = []
  let isDone = false
  let failure: ReadEvents['failure']
  try {
    events.push(bytes, (data) => {
      if (data === '[DONE]') isDone = true
      else if (data !== '' && !isDone) pieces.push(tally.add(readChunk(data)))
    })
  } catch (cause) {
    failure = isDone ? undefined : { cause }
  }
  return { parts: withRead([...partsOf(pieces)], tally), failure, isDone }
}

function* whole(text: string, tally: Tally): Generator<AnswerPart, void> {
  const piece = tally.add(readChunk(text))
  const tokens = tally.counts().output_tokens
  if (piece.text !== '') yield { kind: 'text', text: piece.text, tokens }
  if (piece.toolCalls.length > 0) {
    yield {
      kind: 'tool_calls',
      tool_calls: [...piece.toolCalls],
      tokens: piece.text === '' ? tokens : 0,
    }
  }
  yield tally.end()
}

/** Adds the prompt counts to the first part of all, if they are known by then. */
function withRead(parts: ComePart[], tally: Tally): ComePart[] {
  const [first, ...others] = parts
  if (first === undefined) return parts
  const read = tally.takeRead()
  return read === undefined ? parts : [{ ...first, read }, ...others]
}

type ComePart = Exclude<AnswerPart, AnswerEnd>

function* partsOf(pieces: readonly Piece[]): Generator<ComePart, void> {
  const texts = pieces.filter(({ text }) => text !== '')
  const calls = pieces.filter(({ toolCalls }) => toolCalls.length > 0)
  if (texts.length > 0) {
    yield { kind: 'text', text: texts.map(({ text }) => text).join(''), tokens: texts.length }
  }
  if (calls.length > 0) {
    const tool_calls = calls.flatMap(({ toolCalls }) => toolCalls)
    yield { kind: 'tool_calls', tool_calls, tokens: calls.length }
  }
}

async function refuseUnlessWell(response: EngineAnswer): Promise<void> {
  const { status } = response
  if (status >= 200 && status < 300) return
  throw refusalOf(status, await textOf(response))
}

const Embeddings = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int().min(0) }).nullish(),
})

async function embed(
  asking: Asking,
  input: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { upstream, upstreamModel: model, baseUrl } = asking
  try {
    const body = JSON.stringify({ model, input, encoding_format: 'float' })
    const idleMsMax = asking.idleMsMax.whole
    const response = await upstream.post('/embeddings', body, { signal, idleMsMax })
    await refuseUnlessWell(response)
    const { data, usage } = Embeddings.parse(JSON.parse(await textOf(response)))
    const vectors = data.sort((one, other) => one.index - other.index).map((it) => it.embedding)
    if (vectors.length !== input.length) throw new Error('it gave another number of vectors')
    return { vectors, input_tokens: usage?.prompt_tokens ?? 0 }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const isShape = cause instanceof z.ZodError || cause instanceof SyntaxError
    const problem = isShape ? 'The engine sent broken embeddings.' : problemOf(cause, baseUrl)
    throw new AgentRefused('engine_failed', problem, { cause })
  }
}

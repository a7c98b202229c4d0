import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import {
  type AnswerPart,
  type AnswerRequest,
  type Embedded,
  type EmbedInput,
  engineAliveEveryMs,
  engineIdleMsMax,
} from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { AgentRefused } from '../../refused.ts'
import { brokenEnd, type Engine, EngineUnavailable } from '../engine.ts'
import { type Capabilities, findCapabilities } from './capabilities.ts'
import { type ChunkFormat, chunkFormatFor, type OutputPart } from './chunk-format.ts'
import type { ChunkContent } from './chunks.ts'
import type { EngineAnswer } from './connection.ts'
import { createEventReader, type EventReader } from './event-reader.ts'
import { createFailureJudge, type FailureJudge } from './judge-failure.ts'
import { engineRefusal } from './refusal.ts'
import { bodyOf } from './request-body.ts'
import { createTally, type Tally } from './tally.ts'
import { connectionProblem, createUpstream, engineResponseText, type Upstream } from './upstream.ts'
import { UpstreamBroken } from './upstream-broken.ts'

export interface OpenAiHttpOptions {
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
export async function openOpenAiHttp(asked: OpenAiHttpOptions): Promise<Engine> {
  const { baseUrl, key, contextTokens, clock, signal } = asked
  const upstream = createUpstream({ baseUrl, key, clock })
  const idleMsMax = asked.idleMsMax ?? engineIdleMsMax
  const probing = { upstream, baseUrl, clock }
  const can = await capabilitiesOf(asked, { upstream, probing }).catch((cause: unknown) => {
    upstream.close()
    throw cause
  })
  const closed = new AbortController()
  signal.addEventListener('abort', upstream.close, { once: true })
  let isLost = false
  const reported: LastReport = { isRead: true }
  const judge = createFailureJudge(can)
  const asking = { ...asked, upstream, can, reported, idleMsMax, judge }
  return {
    contextTokens,
    quantization: null,
    get features() {
      return can.features
    },
    answer: (request, left) => answer(asking, request, left),
    embed: (input, left) => embed(asking, input, left),
    shortfall: () => (reported.isRead ? null : uncountedText),
    ended: watch({ ...probing, can }, closed.signal).finally(() => {
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

interface Opening {
  upstream: Upstream
  probing: Probing
}

/** Probes what the engine can do. @throws EngineUnavailable for one that shows nothing */
async function capabilitiesOf(
  { baseUrl, upstreamModel: model, clock, signal }: OpenAiHttpOptions,
  { upstream, probing }: Opening,
): Promise<Capabilities> {
  const list = await probe(probing, signal)
  const can = await findCapabilities({ upstream, model, clock }, list, signal)
  if (can.features.length > 0) return can
  const why = can.isUnknown ? 'is busy' : `does not answer requests for ${model}`
  throw new EngineUnavailable(`The engine at ${baseUrl.host} ${why}.`)
}

interface Watching extends Probing {
  can: Capabilities
}

interface Probing {
  upstream: Upstream
  baseUrl: URL
  clock: Clock
}

/** Whether the engine reported the prompt tokens of the last answer: unreported ones are charged by a low estimate. */
interface LastReport {
  isRead: boolean
}
const uncountedText =
  'The engine doesn’t report token counts. Without the model’s tokenizer, its answers are charged by a low estimate.'

/** Returns the engine's list of models. Any response means that the engine is there, except one that demands a key. */
async function probe({ upstream, baseUrl, clock }: Probing, signal: AbortSignal): Promise<string> {
  const limit = createDeadline(clock, probeMsMax, signal)
  const startedMs = clock.monotonicMs()
  try {
    const idleMsMax = engineIdleMsMax.stream
    const answer = await upstream.get('/models', { signal: limit.signal, idleMsMax })
    const list = await engineResponseText(answer).catch(nothingWhereBroken)
    if (answer.status === 401) throw engineRefusal(401, '')
    return list
  } catch (cause) {
    signal.throwIfAborted()
    // Bytes of answers that arrived meanwhile prove that the engine is there.
    if (limit.signal.aborted && upstream.lastByteAtMs > startedMs) return ''
    throw new EngineUnavailable(connectionProblem(cause, baseUrl), { cause })
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
async function watch(probing: Watching, closed: AbortSignal): Promise<string> {
  for (let lost = 0; ; ) {
    try {
      await probing.clock.sleep(probeEveryMs, closed)
      const list = await probe(probing, closed)
      lost = 0
      await probing.can.onList(list, closed)
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
  can: Pick<Capabilities, 'dialect'>
  reported: LastReport
  idleMsMax: IdleLimits
  clock: Clock
  judge: FailureJudge
}

/** Yields the parts of an answer. A reader who leaves closes the connection, which stops the engine. */
async function* answer(
  asking: Asking,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void> {
  signal.throwIfAborted()
  const { upstreamModel: model, can, reported } = asking
  const { path, body } = bodyOf(request, { model, dialect: can.dialect })
  const tally = createTally(request.parameters?.n)
  const format = chunkFormatFor(request)
  let response: EngineAnswer | undefined
  try {
    const idleMsMax = asking.idleMsMax[request.stream ? 'stream' : 'whole']
    response = await asking.upstream.post(path, body, { signal, idleMsMax })
    await refuseUnlessWell(response, asking.judge, signal)
    if (request.stream) yield* streamed(asking, response, { tally, format })
    else yield* whole(await engineResponseText(response), { tally, format })
    reported.isRead = tally.isCounted()
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const problem = connectionProblem(cause, asking.baseUrl)
    if (!tally.hasBegun()) throw new AgentRefused('engine_failed', problem, { cause })
    yield brokenEnd(problem, tally.counts())
  } finally {
    response?.leave()
  }
}

interface AnswerReading {
  tally: Tally
  format: ChunkFormat
}

/** Yields an answer as it arrives; events of one read become one part of each kind. */
async function* streamed(
  asking: Asking,
  response: EngineAnswer,
  reading: AnswerReading,
): AsyncGenerator<AnswerPart, void> {
  const { tally } = reading
  const events = createEventReader()
  let sentAtMs = asking.clock.monotonicMs()
  for (let bytes = await response.read(); bytes !== undefined; bytes = await response.read()) {
    const { parts, failure, isDone } = readEvents(events, bytes, reading)
    const nowMs = asking.clock.monotonicMs()
    // Engines that read or think out of sight send progress or comments meanwhile.
    if (parts.length === 0 && nowMs - sentAtMs >= engineAliveEveryMs) parts.push({ kind: 'alive' })
    if (parts.length > 0) sentAtMs = nowMs
    for (const part of parts) yield part
    if (failure !== undefined) throw failure.cause
    if (isDone) {
      response.skipRest()
      return yield tally.end()
    }
    if (tally.counts().output_tokens > asking.contextTokens * tally.choices) {
      return yield brokenEnd('The engine sent more than its context allows.', tally.counts())
    }
  }
  // Some engines omit the final `[DONE]`; a finish reason is enough.
  yield tally.hasFinished()
    ? tally.end()
    : brokenEnd('The engine stopped before the answer was complete.', tally.counts())
}

interface ReadEvents {
  parts: (OutputPart | { kind: 'alive' })[]
  /** An error after the parts. */
  failure: { cause: unknown } | undefined
  isDone: boolean
}

function readEvents(
  events: EventReader,
  bytes: Uint8Array,
  { tally, format }: AnswerReading,
): ReadEvents {
  const pieces: ChunkContent[] = []
  let isDone = false
  let failure: ReadEvents['failure']
  const read = (data: string) => {
    if (data === '[DONE]') isDone = true
    else if (data !== '' && !isDone)
      for (const one of format.read(data)) pieces.push(tally.add(one))
  }
  const readRun = (text: string, at: number) => {
    const run = isDone ? undefined : format.readRun(text, at)
    if (run === undefined) return at
    pieces.push(tally.add(run.content))
    return run.end
  }
  try {
    events.push(bytes, read, readRun)
  } catch (cause) {
    failure = isDone ? undefined : { cause }
  }
  return { parts: withRead(format.join(pieces), tally), failure, isDone }
}

function* whole(text: string, { tally, format }: AnswerReading): Generator<AnswerPart, void> {
  const contents = format.read(text)
  for (const one of contents) tally.add(one)
  // The first part has the tokens of all of them.
  let tokens = tally.counts().output_tokens
  for (const part of format.join(contents)) {
    yield { ...part, tokens }
    tokens = 0
  }
  yield tally.end()
}

/** Adds the prompt counts to the first part of all, if they are known by then. */
function withRead(parts: OutputPart[], tally: Tally): OutputPart[] {
  const [first, ...others] = parts
  if (first === undefined) return parts
  const read = tally.takeRead()
  return read === undefined ? parts : [{ ...first, read }, ...others]
}

/** @throws AgentRefused; for an error of the engine, after a look at whether it is this request's alone */
async function refuseUnlessWell(
  response: EngineAnswer,
  { judge }: FailureJudge,
  signal: AbortSignal,
): Promise<void> {
  const { status } = response
  if (status >= 200 && status < 300) return
  const refusal = engineRefusal(status, await engineResponseText(response))
  throw status === 401 || status === 403 ? refusal : await judge(refusal, signal)
}

const Embeddings = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int().min(0) }).nullish(),
})

async function embed(
  asking: Asking,
  input: readonly EmbedInput[],
  signal: AbortSignal,
): Promise<Embedded> {
  const { upstream, upstreamModel: model, baseUrl } = asking
  try {
    const body = JSON.stringify({ model, input, encoding_format: 'float' })
    const idleMsMax = asking.idleMsMax.whole
    const response = await upstream.post('/embeddings', body, { signal, idleMsMax })
    await refuseUnlessWell(response, asking.judge, signal)
    const { data, usage } = Embeddings.parse(JSON.parse(await engineResponseText(response)))
    const vectors = data.sort((one, other) => one.index - other.index).map((it) => it.embedding)
    if (vectors.length !== input.length) throw new Error('it returned the wrong number of vectors')
    return { vectors, input_tokens: usage?.prompt_tokens ?? 0 }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const isShape = cause instanceof z.ZodError || cause instanceof SyntaxError
    const problem = isShape
      ? 'The engine sent invalid embeddings.'
      : connectionProblem(cause, baseUrl)
    throw new AgentRefused('engine_failed', problem, { cause })
  }
}

import type { IncomingMessage } from 'node:http'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  TokenCounts,
} from '@gridloom/contract/agent/inference'
import { z } from 'zod'
import { type Clock, deadline } from '../../host/clock.ts'
import { AgentRefused } from '../../refused.ts'
import { brokenEnd, type Engine, EngineTrouble } from '../engine.ts'
import { type Piece, readChunk } from './chunks.ts'
import { refusalOf } from './refusal.ts'
import { bodyOf } from './request-body.ts'
import { createEventReader } from './sse.ts'
import { asBytes, createUpstream, textOf, troubleOf, type Upstream } from './upstream.ts'

export interface OpenAiHttpAsked {
  baseUrl: URL
  upstreamModel: string
  contextTokens: number
  key: string | undefined
  clock: Clock
  stallMsMax?: number
  signal: AbortSignal
}

const stallMsMax = 60_000
const probeMsMax = 5_000
const probeEveryMs = 15_000
/** So many probes in a row have to fail before an engine that served is given up. */
const probesLostMax = 2

/**
 * An engine beside the agent that speaks `/v1`. It is looked for now and then, so that what is reported as serving is
 * there. Throws {@link EngineTrouble} where it is not.
 */
export async function openOpenAiHttp(asked: OpenAiHttpAsked): Promise<Engine> {
  const { baseUrl, key, contextTokens, clock, signal } = asked
  const upstream = createUpstream({ baseUrl, key, stallMsMax: asked.stallMsMax ?? stallMsMax })
  const probing = { upstream, baseUrl, clock }
  try {
    await probe(probing, signal)
  } catch (cause) {
    upstream.close()
    throw cause
  }
  const closed = new AbortController()
  return {
    contextTokens,
    quantization: null,
    features: ['chat', 'completion', 'embeddings', 'tools', 'json_schema'],
    answer: (request, left) => answer({ ...asked, upstream }, request, left),
    embed: (input, left) => embed({ ...asked, upstream }, input, left),
    ended: watch(probing, closed.signal),
    close: async () => {
      closed.abort()
      upstream.close()
    },
  }
}

interface Probing {
  upstream: Upstream
  baseUrl: URL
  clock: Clock
}

/** Whatever it answers, it is there; but for a key that it wants. */
async function probe({ upstream, baseUrl, clock }: Probing, signal: AbortSignal): Promise<void> {
  const limit = deadline(clock, probeMsMax, signal)
  try {
    const answer = await upstream.get('/models', limit.signal)
    answer.resume()
    if (answer.statusCode === 401) throw refusalOf(401, '')
  } catch (cause) {
    signal.throwIfAborted()
    throw new EngineTrouble(troubleOf(cause, baseUrl), { cause })
  } finally {
    limit.done()
  }
}

/** Resolves with the reason when the engine is gone; never where it was closed. */
async function watch(probing: Probing, closed: AbortSignal): Promise<string> {
  for (let lost = 0; ; ) {
    try {
      await probing.clock.sleep(probeEveryMs, closed)
      await probe(probing, closed)
      lost = 0
    } catch (cause) {
      if (closed.aborted) return new Promise(() => undefined)
      lost += 1
      if (lost >= probesLostMax && cause instanceof EngineTrouble) return cause.message
    }
  }
}

interface Asking {
  upstream: Upstream
  baseUrl: URL
  upstreamModel: string
  contextTokens: number
}

async function* answer(
  asking: Asking,
  request: AnswerRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, void> {
  signal.throwIfAborted()
  const { path, body } = bodyOf(request, asking.upstreamModel)
  const tally = createTally()
  try {
    const response = await asking.upstream.post(path, body, signal)
    await refuseUnlessWell(response)
    yield* request.stream ? streamed(asking, response, tally) : whole(response, tally)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const problem = troubleOf(cause, asking.baseUrl)
    if (!tally.hasBegun()) throw new AgentRefused('engine_failed', problem, { cause })
    yield brokenEnd(problem, tally.counts())
  }
}

/** Gives an answer on as it comes. A reader who leaves takes the connection with it, which stops the engine. */
async function* streamed(
  asking: Asking,
  response: IncomingMessage,
  tally: Tally,
): AsyncGenerator<AnswerPart, void> {
  let isOver = false
  try {
    for await (const parts of reads(response, tally)) {
      yield* parts
      isOver = parts.at(-1)?.kind === 'end'
      if (isOver) return
      if (tally.counts().output_tokens > asking.contextTokens) {
        return yield brokenEnd('The engine wrote more than its context holds.', tally.counts())
      }
    }
    // Some engines end without the last word; a finish reason is word enough.
    yield tally.hasFinished()
      ? tally.end()
      : brokenEnd('The engine ended in the middle of the answer.', tally.counts())
  } finally {
    // Read to its end, the connection is good for the next answer.
    if (isOver) response.resume()
    else response.destroy()
  }
}

/** What comes in one read goes on as one part. */
async function* reads(response: IncomingMessage, tally: Tally): AsyncGenerator<AnswerPart[], void> {
  const events = createEventReader()
  for await (const bytes of response.iterator({ destroyOnReturn: false })) {
    const pieces: Piece[] = []
    let isDone = false
    for (const text of events.push(asBytes(bytes))) {
      if (text === '[DONE]') isDone = true
      else if (text !== '') pieces.push(tally.add(readChunk(text)))
    }
    yield isDone ? [...partsOf(pieces), tally.end()] : [...partsOf(pieces)]
  }
  events.end()
}

async function* whole(response: IncomingMessage, tally: Tally): AsyncGenerator<AnswerPart, void> {
  const piece = tally.add(readChunk(await textOf(response)))
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

function* partsOf(pieces: readonly Piece[]): Generator<AnswerPart, void> {
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

type Tally = ReturnType<typeof createTally>

/** Adds up an answer: the engine's own counts where it tells them, else a token for each piece. */
function createTally() {
  let pieces = 0
  let told: TokenCounts | undefined
  let finish: Piece['finish']
  const counts = (): TokenCounts =>
    told ?? { input_tokens: 0, cached_tokens: 0, output_tokens: pieces }
  return {
    add: (piece: Piece): Piece => {
      if (piece.text !== '' || piece.toolCalls.length > 0) pieces += 1
      told = piece.counts ?? told
      finish = piece.finish ?? finish
      return piece
    },
    counts,
    hasBegun: () => pieces > 0,
    hasFinished: () => finish !== undefined,
    end: (): AnswerPart => ({
      kind: 'end',
      reason: finish ?? 'stop',
      problem: null,
      counts: counts(),
    }),
  }
}

async function refuseUnlessWell(response: IncomingMessage): Promise<void> {
  const status = response.statusCode ?? 0
  if (status >= 200 && status < 300) return
  throw refusalOf(status, await textOf(response))
}

const Embeddings = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.int().min(0) }).nullish(),
})

async function embed(
  { upstream, upstreamModel: model, baseUrl }: Asking,
  input: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  try {
    const body = JSON.stringify({ model, input, encoding_format: 'float' })
    const response = await upstream.post('/embeddings', body, signal)
    await refuseUnlessWell(response)
    const { data, usage } = Embeddings.parse(JSON.parse(await textOf(response)))
    const vectors = data.sort((one, other) => one.index - other.index).map((it) => it.embedding)
    if (vectors.length !== input.length) throw new Error('it gave another number of vectors')
    return { vectors, input_tokens: usage?.prompt_tokens ?? 0 }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof AgentRefused) throw cause
    const isShape = cause instanceof z.ZodError || cause instanceof SyntaxError
    const problem = isShape ? 'The engine sent broken embeddings.' : troubleOf(cause, baseUrl)
    throw new AgentRefused('engine_failed', problem, { cause })
  }
}

import type { AnswerPart, AnswerRequest } from '@gridloom/contract/agent/models'
import { type ChunkRun, createChunkReader } from './chunk-template.ts'
import { type ChunkContent, readChoices, readChunk } from './chunks.ts'

/** A part with output. */
export type OutputPart = Exclude<AnswerPart, { kind: 'end' | 'taken' | 'alive' }>

/** Reads the chunks of an answer, and joins those of one read to parts. */
export interface ChunkFormat {
  /** @throws UpstreamBroken for what is no chunk, or an error */
  read(text: string): readonly ChunkContent[]
  /** Reads the events at a place in a text as one chunk; `undefined` where that cannot be done. */
  readRun(text: string, at: number): ChunkRun | undefined
  join(contents: readonly ChunkContent[]): OutputPart[]
}

/** The one answer of most requests. A whole one is a single chunk, which a template would only be made of. */
function singleFormat(stream: boolean): ChunkFormat {
  const reader = stream ? createChunkReader() : undefined
  const chunkOf = reader?.read ?? readChunk
  return {
    read: (text) => [chunkOf(text)],
    readRun: reader?.readRun ?? noRun,
    join: (contents) => [...partsOf(contents)],
  }
}

/** Answers with several choices or probabilities are read in full, which others need not be. */
export function chunkFormatFor({
  parameters = {},
  stream,
}: Pick<AnswerRequest, 'parameters' | 'stream'>): ChunkFormat {
  const { n = 1, logprobs } = parameters
  if (n === 1 && logprobs === undefined) return singleFormat(stream)
  const join = (contents: readonly ChunkContent[]) => choicePartsOf(contents, { n, logprobs })
  return { read: readChoices, readRun: noRun, join }
}

function noRun(): undefined {
  return undefined
}

interface WantedDetails {
  n: number
  /** How many alternatives of each token; `undefined`: no probabilities. */
  logprobs: number | undefined
}

/** Joins each choice for itself, in the order of their numbers. */
function choicePartsOf(contents: readonly ChunkContent[], wanted: WantedDetails): OutputPart[] {
  const all = Array.from({ length: wanted.n }, (_, choice) => choice)
  return all.flatMap((choice) => {
    const own = contents.filter((one) => (one.choice ?? 0) === choice)
    const parts = withLogprobs([...partsOf(own)], own, wanted)
    return choice === 0 ? parts : parts.map((part) => ({ ...part, choice }))
  })
}

/** Adds probabilities to the last part; engines also send some for tokens without text. */
function withLogprobs(
  parts: OutputPart[],
  contents: readonly ChunkContent[],
  { logprobs: most }: WantedDetails,
): OutputPart[] {
  if (most === undefined) return parts
  const logprobs = contents.flatMap((one) =>
    (one.logprobs ?? []).map((token) => ({
      ...token,
      // llama.cpp has one alternative at least, and vLLM the token itself beside them.
      top_logprobs: token.top_logprobs.slice(0, most),
    })),
  )
  if (logprobs.length === 0) return parts
  const last: OutputPart = parts.at(-1) ?? { kind: 'text', text: '', tokens: 0 }
  return [...parts.slice(0, -1), { ...last, logprobs }]
}

function* partsOf(contents: readonly ChunkContent[]): Generator<OutputPart, void> {
  const thoughts = contents.filter(({ reasoning }) => reasoning !== '')
  const texts = contents.filter(({ text }) => text !== '')
  const calls = contents.filter(({ toolCalls }) => toolCalls.length > 0)
  if (thoughts.length > 0) {
    const text = thoughts.map(({ reasoning }) => reasoning).join('')
    yield { kind: 'reasoning', text, tokens: chunksIn(thoughts) }
  }
  if (texts.length > 0) {
    yield { kind: 'text', text: texts.map(({ text }) => text).join(''), tokens: chunksIn(texts) }
  }
  if (calls.length > 0) {
    const tool_calls = calls.flatMap(({ toolCalls }) => toolCalls)
    yield { kind: 'tool_calls', tool_calls, tokens: chunksIn(calls) }
  }
}

function chunksIn(contents: readonly ChunkContent[]): number {
  return contents.reduce((sum, { chunks = 1 }) => sum + chunks, 0)
}

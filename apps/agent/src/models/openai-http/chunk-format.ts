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
    join: partsOf,
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
    const parts = withLogprobs(partsOf(own), own, wanted)
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

/** Joins contents to one part of each kind. */
function partsOf(contents: readonly ChunkContent[]): OutputPart[] {
  const reasoning = { kind: 'reasoning' as const, text: '', tokens: 0 }
  const text = { kind: 'text' as const, text: '', tokens: 0 }
  const noCalls: unknown[] = []
  const calls = { kind: 'tool_calls' as const, tool_calls: noCalls, tokens: 0 }
  for (const content of contents) {
    const { chunks = 1 } = content
    if (content.reasoning !== '') {
      reasoning.text += content.reasoning
      reasoning.tokens += chunks
    }
    if (content.text !== '') {
      text.text += content.text
      text.tokens += chunks
    }
    if (content.toolCalls.length > 0) {
      for (const call of content.toolCalls) calls.tool_calls.push(call)
      calls.tokens += chunks
    }
  }
  return [reasoning, text, calls].filter(({ tokens }) => tokens > 0)
}

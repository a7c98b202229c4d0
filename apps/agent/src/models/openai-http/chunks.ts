import type { PromptCounts, TokenCounts, TokenLogprob } from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'
import type { AnswerEnd } from '../engine.ts'
import { countsIn, PromptProgress, Timings } from './dialect.ts'
import { logprobsOf } from './logprobs.ts'
import { UpstreamBroken } from './upstream-broken.ts'

const Usage = z.object({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0).default(0),
  prompt_tokens_details: z.object({ cached_tokens: z.int().min(0).nullish() }).nullish(),
  completion_tokens_details: z
    .object({ reasoning_tokens: z.int().min(0).nullish() })
    .nullish()
    .catch(undefined),
})

const ToolCalls = z.array(z.unknown()).nullish()
const Said = z.object({
  content: z.string().nullish(),
  /** llama.cpp, SGLang and vLLM, and OpenRouter and newer vLLM. */
  reasoning_content: z.string().nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
  /** OpenAI's models: shown in place of the content. */
  refusal: z.string().nullish().catch(undefined),
  tool_calls: ToolCalls,
})

/** A chunk of a stream, or a whole answer. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().min(0).catch(0),
        logprobs: z.unknown().optional(),
        delta: Said.nullish(),
        message: Said.nullish(),
        text: z.string().nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: Usage.nullish(),
  prompt_progress: PromptProgress.nullish().catch(undefined),
  timings: Timings.nullish().catch(undefined),
  error: z.unknown().optional(),
})

type ChunkChoice = z.infer<typeof Chunk>['choices'][number]

/** The content of one chunk, of either kind. */
export interface ChunkContent {
  /** How many chunks it was read from, by default one. */
  chunks?: number
  /** The answer that it belongs to, where several were requested. */
  choice?: number
  /** Probabilities of its tokens. */
  logprobs?: readonly TokenLogprob[]
  text: string
  reasoning: string
  toolCalls: readonly unknown[]
  finish: Exclude<AnswerEnd['reason'], 'failed'> | undefined
  counts: TokenCounts | undefined
  /** Counts of the prompt, if they are reported separately. */
  read: PromptCounts | undefined
  /** Milliseconds from the first token to the last. */
  madeMs: number | undefined
}

/** Parses a chunk. Throws {@link UpstreamBroken} if it is not one, or is an error. */
export function readChunk(text: string): ChunkContent {
  const { choices, ...beside } = parse(text)
  return { ...saidOf(choices[0]), ...countedIn(beside) }
}

/** Parses a chunk of several answers, or with the probabilities of tokens. Throws as {@link readChunk} does. */
export function readChoices(text: string): ChunkContent[] {
  const { choices, ...beside } = parse(text)
  const [first, ...others] = choices.map((choice) => ({
    ...{ ...saidOf(choice), choice: choice.index },
    ...{ logprobs: logprobsOf(choice.logprobs), ...countedIn({}) },
  }))
  return [{ ...(first ?? saidOf(undefined)), ...countedIn(beside) }, ...others]
}

function parse(text: string): z.infer<typeof Chunk> {
  const value = jsonOf(text)
  if (value === undefined) throw new UpstreamBroken('The engine sent invalid JSON.')
  const chunk = Chunk.safeParse(value)
  if (!chunk.success) throw new UpstreamBroken('The engine sent an invalid response.')
  const { error } = chunk.data
  if (error === undefined || error === null) return chunk.data
  throw new UpstreamBroken(`The engine failed: ${errorText(error)}`)
}

function saidOf(
  choice: ChunkChoice | undefined,
): Pick<ChunkContent, 'text' | 'reasoning' | 'toolCalls' | 'finish'> {
  const said = choice?.delta ?? choice?.message
  return {
    text: said?.content ?? said?.refusal ?? choice?.text ?? '',
    reasoning: said?.reasoning_content ?? said?.reasoning ?? '',
    toolCalls: said?.tool_calls ?? [],
    finish: finishOf(choice?.finish_reason),
  }
}

function countedIn({
  usage,
  timings,
  prompt_progress: progress,
}: Partial<z.infer<typeof Chunk>>): Pick<ChunkContent, 'counts' | 'read' | 'madeMs'> {
  return {
    counts: usage ? countsOf(usage) : timings ? countsIn(timings) : undefined,
    read: progress ? { input_tokens: progress.total, cached_tokens: progress.cache } : undefined,
    madeMs: timings?.predicted_ms,
  }
}

/** An error in the API's shape, or as engines send instead. */
const ErrorMessage = z.union([
  z.object({ message: z.string() }).transform((it) => it.message),
  z.string(),
])

export function errorText(error: unknown): string {
  const said = ErrorMessage.safeParse(error)
  return (said.success ? said.data : JSON.stringify(error)).slice(0, 300)
}

function countsOf(usage: Usage): TokenCounts {
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = usage
  const cached = prompt_tokens_details?.cached_tokens ?? 0
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    input_tokens: prompt_tokens,
    cached_tokens: Math.min(cached, prompt_tokens),
    output_tokens: completion_tokens,
    ...(typeof reasoning === 'number' ? { reasoning_tokens: reasoning } : {}),
  }
}
type Usage = z.infer<typeof Usage>

function finishOf(reason: string | null | undefined): ChunkContent['finish'] {
  if (reason === null || reason === undefined) return undefined
  if (reason === 'length' || reason === 'tool_calls') return reason
  return 'stop'
}

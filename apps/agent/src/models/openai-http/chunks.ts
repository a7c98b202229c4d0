import type { PromptCounts, TokenCounts } from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'
import type { AnswerEnd } from '../engine.ts'
import { countsIn, PromptProgress, Timings } from './dialect.ts'
import { UpstreamBroken } from './upstream-broken.ts'

const Usage = z.object({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0).default(0),
  prompt_tokens_details: z.object({ cached_tokens: z.int().min(0).nullish() }).nullish(),
})

const ToolCalls = z.array(z.unknown()).nullish()
const Said = z.object({ content: z.string().nullish(), tool_calls: ToolCalls })

/** A chunk of a stream, or a whole answer. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
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

/** The content of one chunk, of either kind. */
export interface Piece {
  text: string
  toolCalls: readonly unknown[]
  finish: AnswerEnd['reason'] | undefined
  counts: TokenCounts | undefined
  /** Counts of the prompt, if they are reported separately. */
  read: PromptCounts | undefined
  /** Milliseconds from the first token to the last. */
  madeMs: number | undefined
}

/** Parses a chunk. Throws {@link UpstreamBroken} if it is not one, or is an error. */
export function readChunk(text: string): Piece {
  const value = jsonOf(text)
  if (value === undefined) throw new UpstreamBroken('The engine sent broken JSON.')
  const chunk = Chunk.safeParse(value)
  if (!chunk.success) throw new UpstreamBroken('The engine sent something that is not an answer.')
  const { choices, usage, error, timings, prompt_progress: progress } = chunk.data
  if (error !== undefined && error !== null) {
    throw new UpstreamBroken(`The engine broke off: ${errorText(error)}`)
  }
  const [choice] = choices
  const said = choice?.delta ?? choice?.message
  return {
    text: said?.content ?? choice?.text ?? '',
    toolCalls: said?.tool_calls ?? [],
    finish: finishOf(choice?.finish_reason),
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

function countsOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: Usage): TokenCounts {
  const cached = prompt_tokens_details?.cached_tokens ?? 0
  return {
    input_tokens: prompt_tokens,
    cached_tokens: Math.min(cached, prompt_tokens),
    output_tokens: completion_tokens,
  }
}
type Usage = z.infer<typeof Usage>

function finishOf(reason: string | null | undefined): AnswerEnd['reason'] | undefined {
  if (reason === null || reason === undefined) return undefined
  if (reason === 'length' || reason === 'tool_calls') return reason
  return 'stop'
}

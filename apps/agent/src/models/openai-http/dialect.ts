import type { TokenCounts } from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'

/** Engines with options beyond the OpenAI API; `plain`: all others. */
export type Dialect = 'vllm' | 'sglang' | 'llamacpp' | 'plain'

const Models = z.object({ data: z.array(z.object({ owned_by: z.string() })) })
const known: readonly Dialect[] = ['vllm', 'sglang', 'llamacpp']

/** Returns the dialect of an engine by its list of models: the owner of all of them is the engine's own name. */
export function dialectIn(models: string): Dialect {
  const parsed = Models.safeParse(jsonOf(models))
  const owner = parsed.success ? parsed.data.data[0]?.owned_by : undefined
  return known.find((dialect) => dialect === owner) ?? 'plain'
}

/**
 * Returns the options of a stream, so that the prompt counts come with its first part. An engine may reject fields that
 * it does not support (strict ones do), so each gets only its own.
 */
export function streamAsks(dialect: Dialect): object {
  const usage = { stream: true, stream_options: { include_usage: true } }
  switch (dialect) {
    case 'vllm':
    case 'sglang':
      return { ...usage, stream_options: { include_usage: true, continuous_usage_stats: true } }
    case 'llamacpp':
      return { ...usage, return_progress: true }
    case 'plain':
      return usage
  }
}

/** How far llama.cpp's server has read a prompt; sent between the events of a stream. */
export const PromptProgress = z.object({ total: z.int().min(0), cache: z.int().min(0) })

/** The statistics of llama.cpp's server for a complete answer; older ones send them in place of usage. */
export const Timings = z.object({
  /** Prompt tokens that were read, and those from the cache; older servers do not report the latter. */
  prompt_n: z.int().min(0),
  cache_n: z.int().min(0).default(0),
  predicted_n: z.int().min(0),
  /** Time from the first token to the last. */
  predicted_ms: z.number().min(0),
})

export function countsIn({ prompt_n, cache_n, predicted_n }: z.infer<typeof Timings>): TokenCounts {
  return {
    input_tokens: prompt_n + cache_n,
    cached_tokens: cache_n,
    output_tokens: predicted_n,
  }
}

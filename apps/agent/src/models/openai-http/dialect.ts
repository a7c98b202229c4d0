import type { TokenCounts } from '@gridloom/contract/agent/models'
import { z } from 'zod'
import { jsonOf } from '../../json-of.ts'

/** Engines that can be told more than the OpenAI API has; `plain`: all others. */
export type Dialect = 'vllm' | 'sglang' | 'llamacpp' | 'plain'

const Models = z.object({ data: z.array(z.object({ owned_by: z.string() })) })
const known: readonly Dialect[] = ['vllm', 'sglang', 'llamacpp']

/** What an engine is, by what it calls itself in its list of models: the owner of all of them is its own name. */
export function dialectIn(models: string): Dialect {
  const parsed = Models.safeParse(jsonOf(models))
  const owner = parsed.success ? parsed.data.data[0]?.owned_by : undefined
  return known.find((dialect) => dialect === owner) ?? 'plain'
}

/**
 * What a stream is asked for, so that what was read is told with its first words. An engine that does not know a field
 * may refuse it (strict ones do), so each is only told what is its own.
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

/** How far llama.cpp's server has read a prompt, as it tells between the events of a stream. */
export const PromptProgress = z.object({ total: z.int().min(0), cache: z.int().min(0) })

/** What llama.cpp's server says of an answer that is over; older ones say it in the place of usage. */
export const Timings = z.object({
  /** Tokens that were read anew, and those that it still had; older ones do not tell the latter. */
  prompt_n: z.int().min(0),
  cache_n: z.int().min(0).default(0),
  predicted_n: z.int().min(0),
  /** From the first token to the last. */
  predicted_ms: z.number().min(0),
})

export function countsIn({ prompt_n, cache_n, predicted_n }: z.infer<typeof Timings>): TokenCounts {
  return {
    input_tokens: prompt_n + cache_n,
    cached_tokens: cache_n,
    output_tokens: predicted_n,
  }
}

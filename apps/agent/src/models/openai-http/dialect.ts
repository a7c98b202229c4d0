import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { EngineParameters } from '@gridloom/contract/models/engine-parameters'
import { assertNever } from '@gridloom/domain/assert-never'
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

const Listed = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
/** What differs each time that some engines list their models. */
const fleeting = ['created', 'permission'] as const

/** Returns what an engine lists of a model, to see when either changes; `undefined` if it lists none of this name. */
export function modelIn(models: string, model: string): string | undefined {
  const parsed = Listed.safeParse(jsonOf(models))
  const listed = parsed.success ? parsed.data.data.find(({ id }) => id === model) : undefined
  if (listed === undefined) return undefined
  const lasting = Object.entries(listed).filter(([name]) => !fleeting.some((one) => one === name))
  return JSON.stringify(lasting.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const Vision = z.object({
  /** llama.cpp's server describes its one model here. */
  models: z.array(z.object({ capabilities: z.array(z.string()) })).catch([]),
  /** OpenRouter and those who follow it. */
  data: z
    .array(
      z.object({
        id: z.string(),
        architecture: z
          .object({ input_modalities: z.array(z.string()) })
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
})

/** Returns whether an engine says, in its list of models, that a model reads images. */
export function hasVision(models: string, model: string): boolean {
  const parsed = Vision.safeParse(jsonOf(models))
  if (!parsed.success) return false
  const { models: own, data } = parsed.data
  if (own.some(({ capabilities }) => capabilities.includes('multimodal'))) return true
  const named = data.find(({ id }) => id === model)
  return named?.architecture?.input_modalities.includes('image') ?? false
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

interface SentTo {
  dialect: Dialect
  kind: AnswerRequest['input']['kind']
}

/** Returns parameters as the engine names them. */
export function parameterFields(
  { logprobs, ...parameters }: EngineParameters,
  { dialect, kind }: SentTo,
): object {
  const chances = logprobs === undefined ? {} : logprobFields(logprobs, { dialect, kind })
  switch (dialect) {
    case 'llamacpp': {
      const { repetition_penalty: repeat_penalty, reasoning_effort, ...same } = parameters
      // Its chat templates read the effort.
      const kwargs = { chat_template_kwargs: { reasoning_effort } }
      const effort = reasoning_effort === undefined ? {} : kwargs
      return { ...same, repeat_penalty, ...effort, ...chances }
    }
    case 'vllm':
    case 'sglang':
    case 'plain':
      return { ...parameters, ...chances }
    default:
      return assertNever(dialect)
  }
}

function logprobFields(logprobs: number, { dialect, kind }: SentTo): object {
  // Without alternatives llama.cpp sends no probabilities at all.
  const top = dialect === 'llamacpp' ? Math.max(1, logprobs) : logprobs
  return kind === 'chat' ? { logprobs: true, top_logprobs: top } : { logprobs: top }
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

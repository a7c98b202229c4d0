import { z } from 'zod'

/** The most choices of one request. */
export const choicesMax = 16
/** The most alternatives of a token whose probabilities are returned. */
export const topLogprobsMax = 20
/** The most tokens whose chances a request may change. */
const biasedTokensMax = 1_000

/**
 * The optional parameters of an answer that not every engine takes, under their names in the API: an endpoint reports
 * the ones that its engine takes, and a request with one goes to no other endpoint.
 */
export const EngineParameters = z
  .object({
    /** Sampling among the most likely tokens only; 0 or -1: all. */
    top_k: z.int().min(-1).max(1_000_000),
    /** Sampling among tokens with at least this share of the most likely one's probability. */
    min_p: z.number().min(0).max(1),
    repetition_penalty: z.number().gt(0).max(2),
    presence_penalty: z.number().min(-2).max(2),
    frequency_penalty: z.number().min(-2).max(2),
    /** By token ID of the model. */
    logit_bias: z
      .record(z.string().regex(/^[0-9]{1,7}$/, 'must be a token ID'), z.number().min(-100).max(100))
      .refine((biases) => Object.keys(biases).length <= biasedTokensMax, {
        error: `must be of at most ${biasedTokensMax} tokens`,
      }),
    reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
    /** How many answers to the same prompt are generated at once. */
    n: z.int().min(1).max(choicesMax),
    /** Each token's probability, with those of so many likely alternatives. */
    logprobs: z.int().min(0).max(topLogprobsMax),
    /** Whether several tools may be called at once. */
    parallel_tool_calls: z.boolean(),
  })
  .partial()
export type EngineParameters = z.infer<typeof EngineParameters>

export const engineParameters = EngineParameters.keyof().options

import {
  type AnswerRequest,
  Embedded,
  PromptCounts,
  TokenCounts,
} from '@gridloom/contract/agent/models'
import { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { FrameBounds } from '@gridloom/domain/sandbox/frames'
import { z } from 'zod'
import { type AgentFailureCode, AgentRefused, agentFailures } from '../../refused.ts'

/** Messages from the agent to the process of a model, each a frame without parts. */
export type ToWorker =
  | { kind: 'open'; order: OpenOrder }
  /** `grammar`: the grammar that the answer must follow, compiled elsewhere; `null` for none. */
  | { kind: 'answer'; id: number; request: AnswerRequest; grammar: string | null }
  | { kind: 'abort'; id: number }
  | { kind: 'embed'; id: number; input: readonly string[] }
  /** For a process that opens no model: see `grammars.ts`. */
  | { kind: 'compile'; id: number; library: string; schema: Readonly<Record<string, unknown>> }

export interface OpenOrder {
  /** The folder that `node-llama-cpp` is installed in. */
  library: string
  file: string
  slots: number
  contextTokensMax: number | null
  threads: number
}

const id = z.int().min(0)
const count = z.int().min(0)
/** A hundred times the longest context that any model was trained with. */
const contextTokensMax = 1_000_000_000
/** Text of one step of an answer. */
const textCharsMax = 1_000_000
const said = z.string().max(10_000)

/** An {@link AgentRefused} in a message. */
export const Refusal = z.object({
  code: z.string().refine(isFailureCode),
  text: said,
  details: z.record(z.string(), z.number()),
})
export type Refusal = z.infer<typeof Refusal>

export const ModelFacts = z.object({
  contextTokens: z.int().min(0).max(contextTokensMax),
  quantization: z.string().max(100).nullable(),
  features: z.array(ModelFeature),
})
export type ModelFacts = z.infer<typeof ModelFacts>

/** Parsed as untrusted input: a model that takes over its program can send any message. */
export const FromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), facts: ModelFacts }),
  /** The model could not be opened; the process ends. */
  z.object({ kind: z.literal('unopened'), problem: said }),
  /** The whole prompt was read: the first text comes next. */
  z.object({ kind: z.literal('read'), id, counts: PromptCounts }),
  z.object({
    kind: z.enum(['text', 'reasoning']),
    ...{ id, text: z.string().max(textCharsMax), tokens: count },
  }),
  /** A slice of a long prompt was read: the process is working. */
  z.object({ kind: z.literal('alive') }),
  z.object({
    kind: z.literal('end'),
    id,
    reason: z.enum(['stop', 'length']),
    counts: TokenCounts,
  }),
  /** The request was aborted; `tokens` were generated since. */
  z.object({ kind: z.literal('aborted'), id, tokens: count }),
  z.object({ kind: z.literal('refused'), id, refusal: Refusal }),
  z.object({ kind: z.literal('embedded'), id, embedded: Embedded }),
  z.object({ kind: z.literal('compiled'), id, grammar: z.string().max(textCharsMax) }),
])
export type FromWorker = z.infer<typeof FromWorker>

/** Bounds of messages from a model's process: the vectors of a batch of texts are the largest. */
export const wordBounds: FrameBounds = {
  ...{ wordBytesMax: 4 * 1024 ** 2 + 64 * 1024, depthMax: 8, valuesMax: 400_000 },
  ...{ partsMax: 0, partsBytesMax: 0 },
}

/** Bounds of messages to the process: prompts and schemas that the control plane has bounded. */
export const orderBounds: FrameBounds = {
  ...{ wordBytesMax: 256 * 1024 ** 2, depthMax: 128, valuesMax: 10_000_000 },
  ...{ partsMax: 0, partsBytesMax: 0 },
}

/** A message about one request, by its id. */
export type RequestMessage = Extract<FromWorker, { id: number }>

export function refusedAs({ code, text, details }: Refusal): AgentRefused {
  return new AgentRefused(code, text, { details })
}

function isFailureCode(code: string): code is AgentFailureCode {
  return Object.hasOwn(agentFailures, code)
}

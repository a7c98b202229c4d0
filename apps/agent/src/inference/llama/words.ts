import type { AnswerRequest, PromptCounts, TokenCounts } from '@gridloom/contract/agent/inference'
import type { ModelFeature } from '@gridloom/contract/models'

/** What the agent says to the process of a model, one message each way at a time (IPC of Node.js). */
export type ToWorker =
  | { kind: 'open'; order: OpenOrder }
  | { kind: 'answer'; id: number; request: AnswerRequest }
  | { kind: 'abort'; id: number }
  | { kind: 'embed'; id: number; input: readonly string[] }

export interface OpenOrder {
  /** The folder that `node-llama-cpp` is installed in. */
  library: string
  file: string
  slots: number
  contextTokensMax: number | null
  threads: number
}

export type FromWorker =
  | { kind: 'opened'; facts: ModelFacts }
  /** It could not be opened; the process ends. */
  | { kind: 'unopened'; problem: string }
  /** All of its prompt was read: the first text comes next. */
  | { kind: 'read'; id: number; counts: PromptCounts }
  | { kind: 'text'; id: number; text: string; tokens: number }
  /** A part of a long prompt was read: it is at work. */
  | { kind: 'alive' }
  | { kind: 'end'; id: number; reason: EndReason; counts: TokenCounts; tokensAfterAbort: number }
  | { kind: 'refused'; id: number; refusal: Refusal }
  | { kind: 'embedded'; id: number; vectors: number[][]; input_tokens: number }

export type EndReason = 'stop' | 'length' | 'aborted'

export interface Refusal {
  code: 'context_exceeded' | 'unsupported' | 'engine_failed'
  text: string
  details?: Readonly<Record<string, number>>
}

export interface ModelFacts {
  contextTokens: number
  quantization: string | null
  features: ModelFeature[]
}

/** A request that the engine does not take, with what to tell. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal, options: ErrorOptions = {}) {
    super(refusal.text, options)
    this.refusal = refusal
  }
}

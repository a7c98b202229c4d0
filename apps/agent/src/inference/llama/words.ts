import type {
  AnswerRequest,
  Embedded,
  PromptCounts,
  TokenCounts,
} from '@gridloom/contract/agent/inference'
import type { ModelFeature } from '@gridloom/contract/models'
import { type AgentFailureCode, AgentRefused } from '../../refused.ts'

/** What the agent says to the process of a model, one message each way at a time (IPC of Node.js). */
export type ToWorker =
  | { kind: 'open'; order: OpenOrder }
  /** `grammar`: what the answer must follow, compiled elsewhere; `null`: nothing. */
  | { kind: 'answer'; id: number; request: AnswerRequest; grammar: string | null }
  | { kind: 'abort'; id: number }
  | { kind: 'embed'; id: number; input: readonly string[] }
  /** Of a process that opens no model: see `grammars.ts`. */
  | { kind: 'compile'; id: number; library: string; schema: Readonly<Record<string, unknown>> }

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
  | { kind: 'end'; id: number; reason: 'stop' | 'length'; counts: TokenCounts }
  /** It was told to stop, and has; `tokens` are what it made since. */
  | { kind: 'aborted'; id: number; tokens: number }
  | { kind: 'refused'; id: number; refusal: Refusal }
  | { kind: 'embedded'; id: number; embedded: Embedded }
  | { kind: 'compiled'; id: number; grammar: string }

/** Of one work, by its number. */
export type WorkWord = Extract<FromWorker, { id: number }>

/** An {@link AgentRefused} on its way. */
export interface Refusal {
  code: AgentFailureCode
  text: string
  details: Readonly<Record<string, number>>
}

export function refusedAs({ code, text, details }: Refusal): AgentRefused {
  return new AgentRefused(code, text, { details })
}

export interface ModelFacts {
  contextTokens: number
  quantization: string | null
  features: ModelFeature[]
}
